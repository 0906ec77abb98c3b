/// The sentence and the code that the JSON body of a failure holds, whichever of the usual shapes it has.
///
/// Problem details, `{"message", "code"}`, OAuth's `{"error", "error_description"}`, `{"error": {"message", "type"}}`,
/// `{"errors": […]}` and their likes. The texts are the server's own: redact them before anyone sees them.
public struct ErrorSummary: Hashable, Sendable {
    /// What a person is told.
    public let message: String?

    /// What a program is told.
    public let code: String?

    /// The largest body that is read, in bytes.
    static let largestBody = 1 << 20

    /// Reads a body; nil when its media type is not JSON, or when it has none of the shapes, or more than 1 MiB.
    /// A body without a media type is tried.
    public init?(_ body: Data, contentType: String?) {
        guard body.count <= Self.largestBody, contentType.map({ MediaType($0)?.isJSON == true }) ?? true,
            let root = JSONReader.value(body)
        else { return nil }
        let found = [root["error"], root["errors"]].compactMap(\.self).reduce(ErrorBody(root)) { shape, error in
            shape.merging(ErrorBody(error, level: 1))
        }
        message = found.message
        code = found.code ?? ErrorBody.code(root["error"], beside: found.message)
        guard message != nil || code != nil else { return nil }
    }
}
