/// What values at one place of JSON can be, before anything has a name in Swift.
indirect enum Schema: Hashable, Sendable {
    /// Anything, with the reason why no more is known.
    case any(String)
    case bool, integer, number, string, date, url, binary
    /// Texts of an open set.
    case enumeration([String])
    case array(Schema)
    /// An object whose keys are data.
    case map(Schema)
    case object([Member])
    /// Another schema by its key.
    case reference(String)
    /// Objects of several kinds, which a member names.
    case union(discriminator: String, [Variant])

    struct Member: Hashable, Sendable {
        let key: String
        var schema: Schema
        var isOptional: Bool
        var doc: [String] = []
    }

    struct Variant: Hashable, Sendable {
        let value: String
        let reference: String
    }
}

/// A schema that becomes a type with a file of its own.
struct RootSchema: Hashable, Sendable {
    /// By which references name it.
    let key: String

    /// The name that its type should have.
    var name: String
    var schema: Schema
    var doc: [String] = []
}

extension Schema {
    /// The reason of ``any(_:)`` where nothing is missing: the API says itself that any JSON may stand there.
    static let allowsAnything = "The description allows any JSON here."
}
