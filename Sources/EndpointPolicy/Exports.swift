// `import EndpointPolicy` also imports endpoints, requests and responses.
@_exported import EndpointCore
