// `import EndpointTraits` is enough to test endpoints with Swift Testing. It is a module of its own because an app that uses
// EndpointTesting for previews or for a loopback server must not have to link the Testing library.
@_exported import EndpointTesting
