/// How a ``CassetteSession`` uses a cassette, apart from its mode.
///
/// ```swift
/// @Test(
///     .cassette {
///         $0.matching = .standard.ignoring(.query("t"))
///         $0.passThroughHosts = ["127.0.0.1"]
///     })
/// ```
public struct CassetteOptions: Sendable {
    /// Decides whether a request matches a recorded one. A new recording keeps the header fields that it looks at.
    public var matching = Matching.standard

    /// Whether different requests must be made in the order of the recording.
    public var order = Cassette.Order.perRequest

    /// Whether a request that is made more often than it was recorded gets its last response again.
    public var allowRepeats = false

    /// Hosts whose requests are sent in every mode, and neither recorded nor replayed: those of a server that the test
    /// itself runs. A host has no port, and that of an IPv6 address has brackets.
    public var passThroughHosts: Set<String> = []

    /// Whether the mode ``CassetteMode/verify`` also sends requests with methods that are not safe, such as POST and
    /// DELETE. Set it if tests may change the API.
    public var verifiesWrites = false

    /// Changes each exchange before it is written, or compared in the mode ``CassetteMode/verify``. Its secrets have
    /// not been replaced yet.
    public var beforeRecording: (@Sendable (inout Interaction) -> Void)?

    /// Changes each exchange of the file before the first of them is replayed. The file is not changed.
    public var beforeReplaying: (@Sendable (inout Interaction) -> Void)?

    /// Texts that replace secrets in JSON bodies in the cassette, by path:
    /// `["$.session.url": "https://example.com/s/1"]`.
    ///
    /// A placeholder is neither a URL nor a date. If a program decodes one, set a text that it can decode. The text
    /// also replaces the secret everywhere else in the recording. Like a placeholder, a text of six bytes or more is
    /// not sent to the API.
    public var standIns: [String: String] = [:]

    /// The age at which a replayed recording causes a warning; nil for never. Recording it again with
    /// ``CassetteMode/all`` renews its date, even if the API has not changed.
    public var warningAge: Duration?

    /// Whether a test warns of the cassettes in the same folder `__Cassettes__` that no test uses, because theirs was
    /// renamed or deleted: see ``CassetteFile/unused(below:)``.
    public var reportsUnusedFiles = false

    /// The default options of a test.
    public init() {}
}

extension Cassette {
    /// This cassette with a hook applied to each interaction.
    func changed(by hook: (@Sendable (inout Interaction) -> Void)?) -> Cassette {
        guard let hook else { return self }
        var changed = self
        for index in interactions.indices { hook(&changed.interactions[index]) }
        return changed
    }
}
