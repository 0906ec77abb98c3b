import EndpointCore

/// Apple's search in its stores.
public struct ITunes: APIEnvironment {
    public let baseURL = URL(string: "https://itunes.apple.com")!

    public init() {}
}
