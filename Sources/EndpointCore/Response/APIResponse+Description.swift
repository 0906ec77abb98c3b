extension APIResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What was answered, without secrets: `200 OK, 512 bytes`.
    public var description: String { "\(HTTPStatus.line(http.statusCode)), \(data.count) bytes" }

    public var debugDescription: String { description }

    /// The sentence alone, so that no dump of a response shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
