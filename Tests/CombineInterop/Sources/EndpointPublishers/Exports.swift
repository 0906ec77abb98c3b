// What the files in Combine, which are EndpointClient's own, build on.
@_exported import EndpointClient
@_exported import OpenCombine
