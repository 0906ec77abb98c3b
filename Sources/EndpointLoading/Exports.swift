// `import EndpointLoading` is enough to load the content of endpoints.
@_exported import EndpointClient
