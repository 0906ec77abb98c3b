extension APIRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is asked, without secrets: `GET books/1 BookEndpoint`.
    public var description: String { "\(RequestSummary.asking(urlRequest)) \(type(of: endpoint))" }

    public var debugDescription: String { description }

    /// The sentence alone, so that no dump of a request shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
