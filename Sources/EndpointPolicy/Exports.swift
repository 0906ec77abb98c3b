// `import EndpointPolicy` brings endpoints, requests and responses along.
@_exported import EndpointCore
