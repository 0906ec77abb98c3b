// `import EndpointLaws` is enough to check a client by the laws. It is a separate module so that a test that only needs
// a mock or a cassette does not compile the laws.
@_exported import EndpointTesting
