import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct SampleInferenceTests {
    private func schema(_ texts: String...) throws -> Schema {
        let inference = SampleInference(StringInference(dates: .whole))
        return inference.schema(of: try texts.map { try sample($0) }, path: "X", key: "X")
    }

    private func sample(_ text: String) throws -> Sample { try #require(Sample(json: Data(text.utf8))) }

    private func member(_ key: String, in schema: Schema) -> Schema.Member? {
        guard case .object(let members) = schema else { return nil }
        return members.first { $0.key == key }
    }

    @Test func `a member that is missing or null in a sample is optional`() throws {
        let found = try schema(#"{"a": 1, "b": 2, "c": 3}"#, #"{"a": 1, "b": null}"#)
        #expect(member("a", in: found)?.isOptional == false)
        #expect(member("b", in: found)?.isOptional == true)
        #expect(member("c", in: found)?.isOptional == true)
        #expect(member("b", in: found)?.schema == .integer)
    }

    @Test func `numbers are integers only if all of them are`() throws {
        #expect(try schema("[1, 2]") == .array(.integer))
        #expect(try schema("[1, 2.5]") == .array(.number))
        #expect(try schema("[1, 99999999999999999999]") == .array(.number))
    }

    @Test func `values of different types are any JSON, with the reason`() throws {
        #expect(try schema(#"[1, "a"]"#) == .array(.any("It was of different types.")))
        #expect(try schema("[]") == .array(.any("It was empty in every sample.")))
        #expect(try schema("null") == .any("It was null in every sample."))
        #expect(try schema("[1, null]") == .array(.any("Some elements were null.")))
    }

    @Test func `an object whose keys are data is a dictionary`() throws {
        #expect(try schema(#"{"2024-01-01": 1, "2024-01-02": 2}"#) == .map(.integer))
        #expect(
            try schema(#"{"0b5fd1e6-2c9f-4c5e-9d3f-1a2b3c4d5e6f": {"a": true}}"#)
                == .map(.object([.init(key: "a", schema: .bool, isOptional: false)])))
        #expect(try schema("{}") == .map(.any("It was empty in every sample.")))
    }

    @Test func `of repeated keys the last counts`() throws {
        #expect(member("a", in: try schema(#"{"a": "x", "a": 1}"#))?.schema == .integer)
    }

    @Test func `a day and a time in seconds are said in a comment`() throws {
        let found = try schema(#"{"day": "2024-01-31", "createdAt": 1706702400, "count": 1706702400}"#)
        #expect(member("day", in: found)?.doc == ["A day: `2024-01-31`."])
        #expect(member("createdAt", in: found)?.doc == ["In seconds since 1970."])
        #expect(member("count", in: found)?.doc == [])
    }

    @Test func `an object inside of another one is of the type that has its members`() throws {
        var types = SampleInference(StringInference(dates: .none))
        types.add([try sample(#"{"id": "1", "title": "Momo"}"#)], to: "Book")
        types.add([try sample(#"{"kind": "added", "book": {"id": "2", "title": "Jim"}}"#)], to: "Event")
        types.shareTypes()
        #expect(member("book", in: types.schema(ofType: "Event"))?.schema == .reference("Book"))
    }

    @Test func `an object that two types have becomes a type of its own`() throws {
        var types = SampleInference(StringInference(dates: .none))
        let owner = #"{"login": "ann", "site": "x", "age": 3}"#
        types.add([try sample(#"{"owner": \#(owner), "a": 1}"#)], to: "Repo")
        types.add([try sample(#"{"owner": \#(owner), "b": 1}"#)], to: "Gist")
        types.shareTypes()
        #expect(types.names == ["Repo", "Gist", "Owner"])
        #expect(member("owner", in: types.schema(ofType: "Gist"))?.schema == .reference("Owner"))
    }
}
