// `import EndpointClient` is enough to describe endpoints and to execute them.
@_exported import EndpointCore
