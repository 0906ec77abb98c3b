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
    func `removes what stands at a path`(path: String, rest: String) throws {
        let node = try #require(JSONParser.node(Data(Self.json.utf8)))
        #expect(JSONPrinter.compact(JSONPathPattern(path).removed(from: node)) == rest)
    }

    @Test(arguments: ["", "$[", "$..", "$...", "$[]", "]", "$.[", "$[*", "..["])
    func `survives a path that is none`(path: String) throws {
        let node = try #require(JSONParser.node(Data(Self.json.utf8)))
        _ = JSONPathPattern(path).removed(from: node)
    }
}
