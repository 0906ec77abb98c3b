import Foundation
import Testing

@testable import EndpointCassette

@Suite struct JSONDifferenceTests {
    private func paths(_ old: String, _ new: String) throws -> [String] {
        let old = try #require(JSONParser.node(Data(old.utf8))), new = try #require(JSONParser.node(Data(new.utf8)))
        return JSONDifference.all(old.canonical, new.canonical).map(\.path)
    }

    @Test func `is none where only the writing differs`() throws {
        #expect(try paths(#"{"a":1,"b":[1.0,"é"]}"#, #"{"b":[1,"\u00e9"],"a":1e0}"#) == [])
    }

    @Test func `names each place, added and removed ones too`() throws {
        #expect(
            try paths(#"{"a":{"b":[1,2]},"c":1,"d e":0}"#, #"{"a":{"b":[1,3,4]},"d e":1,"f":1}"#)
                == ["$.a.b[1]", "$.a.b[2]", "$.c", "$['d e']", "$.f"])
    }

    @Test func `does not take null for nothing`() throws {
        #expect(try paths(#"{"a":null}"#, "{}") == ["$.a"])
    }

    @Test func `finds the root`() throws {
        #expect(try paths("[]", "{}") == ["$"])
    }
}
