/// An endpoint of which only success matters: whatever body a good answer has is ignored.
public protocol VoidEndpoint: Endpoint where Content == Void {}

extension VoidEndpoint {
    /// Reads nothing.
    public func content(from response: URLResponse?, with body: Data) throws {}
}

extension VoidEndpoint where Self: UploadEndpoint {
    /// Reads nothing.
    public func content(from response: URLResponse?, with body: Data) throws {}
}
