// `import EndpointTesting` is enough to describe endpoints, to execute them and to test both.
@_exported import EndpointCassette
@_exported import EndpointClient
