import EndpointCore

/// The bottom layer: path, method, parameters, headers and body as data, and the key under which the answer stands.
protocol LibraryEndpoint: Route, NestedJsonEndpoint {}

extension LibraryEndpoint {
    var headers: [String: String] { ["Accept": "application/json"] }
}
