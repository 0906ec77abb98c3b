import Foundation
import Testing

@testable import EndpointCassette

@Suite struct JSONDifferenceTests {
    private func paths(_ old: String, _ new: String) throws -> [String] {
        let old = try #require(JSONParser.node(Data(old.utf8))), new = try #require(JSONParser.node(Data(new.utf8)))
        return JSONDifference.all(old.canonical, new.canonical).map(\.path)
    }

    @Test func `JSON that differs only in notation has no difference`() throws {
        #expect(try paths(#"{"a":1,"b":[1.0,"é"]}"#, #"{"b":[1,"\u00e9"],"a":1e0}"#) == [])
    }

    @Test func `a difference names each place, also if it is added or removed`() throws {
        #expect(
            try paths(#"{"a":{"b":[1,2]},"c":1,"d e":0}"#, #"{"a":{"b":[1,3,4]},"d e":1,"f":1}"#)
                == ["$.a.b[1]", "$.a.b[2]", "$.c", "$['d e']", "$.f"])
    }

    @Test func `null differs from a missing member`() throws {
        #expect(try paths(#"{"a":null}"#, "{}") == ["$.a"])
    }

    @Test func `a difference at the root is named`() throws {
        #expect(try paths("[]", "{}") == ["$"])
    }
}
