@_spi(EndpointTool) import EndpointCassette
import Yams

/// Reads YAML as JSON by the core schema of YAML 1.2 (section 10.3).
///
/// Yams parses; its own rules for scalars are those of YAML 1.1, by which `NO` is false, and `12:30` and `0777` are
/// other numbers than they seem. Merge keys (`<<`), which YAML 1.2 leaves out and API descriptions use, are resolved.
enum YAMLDocument {
    /// The first line has the number 1.
    struct Failure: Error, Hashable {
        var line: Int?
        let problem: String
    }

    /// Reads the only document of the text; an empty text is null.
    static func read(_ text: String) throws(Failure) -> JSONDocument {
        let root: Node?
        do {
            root = try Yams.compose(yaml: text, Resolver.basic.appending(.init(rawValue: untagged), "[\\s\\S]*"))
        } catch {
            throw Failure(error)
        }
        guard let root else { return .null }
        // Without aliases a document has fewer nodes than bytes. Nested aliases can make any number of them.
        var converter = Converter(remaining: text.utf8.count + 200_000)
        return try converter.node(root)
    }
}

/// Turns nodes of YAML into those of JSON.
private struct Converter {
    typealias Member = (key: String, value: JSONDocument)

    /// How many more nodes the document may have.
    var remaining: Int

    mutating func node(_ node: Node) throws(YAMLDocument.Failure) -> JSONDocument {
        remaining -= 1
        guard remaining > 0 else {
            throw YAMLDocument.Failure(line: node.line, problem: "The aliases expand to more than 200,000 nodes.")
        }
        switch node {
        case .scalar(let scalar): return try self.scalar(scalar)
        case .sequence(let sequence):
            var elements: [JSONDocument] = []
            for each in sequence { elements.append(try self.node(each)) }
            return .array(elements)
        case .mapping(let mapping): return .object(try members(of: mapping))
        case .alias: throw YAMLDocument.Failure(line: node.line, problem: "The alias has no anchor.")
        }
    }

    /// The members in their order. Those of a merge key come after, where the mapping does not have them itself.
    private mutating func members(of mapping: Node.Mapping) throws(YAMLDocument.Failure) -> [Member] {
        var members: [Member] = []
        var merged: [Member] = []
        for (key, value) in mapping {
            guard case .scalar(let name) = key else {
                throw YAMLDocument.Failure(line: key.line, problem: "A key that is not a scalar cannot be in JSON.")
            }
            if name.isMergeKey {
                merged += try mergedMembers(value)
            } else {
                members.append((name.string, try node(value)))
            }
        }
        var keys = Set(members.map(\.key))
        return members + merged.filter { keys.insert($0.key).inserted }
    }

    /// The members of a mapping, or of a list of mappings of which the first one with a key wins.
    private mutating func mergedMembers(_ value: Node) throws(YAMLDocument.Failure) -> [Member] {
        var members: [Member] = []
        for part in value.sequence.map(Array.init) ?? [value] {
            guard case .mapping(let mapping) = part else {
                throw YAMLDocument.Failure(line: part.line, problem: "A merge key (<<) needs a mapping.")
            }
            members += try self.members(of: mapping)
        }
        return members
    }

    private func scalar(_ scalar: Node.Scalar) throws(YAMLDocument.Failure) -> JSONDocument {
        do throws(CoreSchema.Failure) {
            return try CoreSchema.node(scalar.string, tag: scalar.isUntagged ? nil : scalar.tag.rawValue)
        } catch {
            throw YAMLDocument.Failure(line: scalar.mark?.line, problem: error.problem)
        }
    }
}

extension Node {
    fileprivate var line: Int? { mark?.line }
}

extension Node.Scalar {
    /// Whether it is plain and has no tag. Yams replaces an empty tag when it compares keys, by the name that its
    /// resolver gives.
    fileprivate var isUntagged: Bool { ["", untagged].contains(tag.rawValue) }

    fileprivate var isMergeKey: Bool {
        string == "<<" && (isUntagged || tag.rawValue == "tag:yaml.org,2002:merge")
    }
}

/// The name that the resolver gives to all plain scalars.
private let untagged = "untagged"

extension YAMLDocument.Failure {
    /// What Yams found, without the excerpt of the text that it adds.
    fileprivate init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(line: mark.line, problem: "\(problem).")
        case .duplicatedKeysInMapping(let keys, let context):
            self.init(line: context.mark.line, problem: "A mapping has the key \(keys[0]) twice.")
        default: self.init(problem: "The file is neither JSON nor YAML.")
        }
    }
}
