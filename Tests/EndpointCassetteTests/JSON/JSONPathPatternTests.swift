import Foundation
import Testing

@testable import EndpointCassette

@Suite struct JSONPathPatternTests {
    private static let json = #"{"a":{"t":1,"b":2},"items":[{"t":3,"id":4},{"t":5}],"x y":6,"t":7}"#

    @Test(arguments: [
        ("$.a.t", #"{"a":{"b":2},"items":[{"t":3,"id":4},{"t":5}],"x y":6,"t":7}"#),
        ("$.items[*].t", #"{"a":{"t":1,"b":2},"items":[{"id":4},{}],"x y":6,"t":7}"#),
        ("$.items[1]", #"{"a":{"t":1,"b":2},"items":[{"t":3,"id":4}],"x y":6,"t":7}"#),
        ("$['x y']", #"{"a":{"t":1,"b":2},"items":[{"t":3,"id":4},{"t":5}],"t":7}"#),
        ("$..t", #"{"a":{"b":2},"items":[{"id":4},{}],"x y":6}"#),
        ("$.*.t", #"{"a":{"b":2},"items":[{"t":3,"id":4},{"t":5}],"x y":6,"t":7}"#),
        ("a.t", #"{"a":{"b":2},"items":[{"t":3,"id":4},{"t":5}],"x y":6,"t":7}"#),
        ("$.nothing.there", json), ("$", "null"),
    ])
    func `a pattern removes the value at its path`(path: String, rest: String) throws {
        let node = try #require(JSONParser.node(Data(Self.json.utf8)))
        #expect(JSONPrinter.compact(JSONPathPattern(path).removed(from: node)) == rest)
    }

    @Test(arguments: [
        ("$.a.t", ["1"]), ("$.items[*].t", ["3", "5"]), ("$.items[1].t", ["5"]), ("$.items[2]", []),
        ("$..t", ["7", "1", "3", "5"]),
        ("$['x y']", ["6"]), ("$.*.t", ["1"]), ("$.a", []), ("$.items", []),
    ])
    func `a pattern finds the texts at its path`(path: String, texts: [String]) throws {
        let json = #"{"a":{"t":"1","b":2},"items":[{"t":"3","id":4},{"t":"5"}],"x y":"6","t":"7"}"#
        let node = try #require(JSONParser.node(Data(json.utf8)))
        #expect(JSONPathPattern(path).texts(in: node) == texts)
    }

    @Test(arguments: ["", "$[", "$..", "$...", "$[]", "]", "$.[", "$[*", "..["])
    func `a malformed pattern matches nothing and doesn't trap`(path: String) throws {
        let node = try #require(JSONParser.node(Data(Self.json.utf8)))
        _ = JSONPathPattern(path).removed(from: node)
        _ = JSONPathPattern(path).texts(in: node)
    }
}
