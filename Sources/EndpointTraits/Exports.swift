// `import EndpointTraits` is enough to test endpoints with Swift Testing. It is a separate module so that an app that
// uses EndpointTesting for previews or for a loopback server does not link the Testing library.
@_exported import EndpointTesting
