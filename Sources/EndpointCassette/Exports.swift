// `import EndpointCassette` is enough to read, write, match and compare cassettes of what endpoints exchange.
@_exported import EndpointCore
