import TestSupport
import Testing

@testable import EndpointCore

@Suite struct TraceContextTests {
    private static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func `the recommendation's example can be read and written`() throws {
        let context = try #require(TraceContext(traceparent: Self.example))
        #expect(context.trace == TraceID(high: 0x4BF9_2F35_77B3_4DA6, low: 0xA3CE_929D_0E0E_4736))
        #expect(context.span == 0x00F0_67AA_0BA9_02B7)
        #expect(context.isSampled && !context.isRandom)
        #expect(context.traceparent == Self.example)
    }

    @Test func `a child has the same trace and a span of its own`() throws {
        let context = try #require(TraceContext(traceparent: Self.example))
        #expect(context.child(random: 0xAB).traceparent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000000ab-01")
    }

    @Test(arguments: [
        "a=1", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", " a=b ,\t, fw529a3039@dt=FfAzM;x:y ", "0*/_-=~ !",
    ])
    func `a tracestate is kept as it is, also by a child`(state: String) throws {
        let context = try #require(TraceContext(traceparent: Self.example, tracestate: state))
        #expect(context.tracestate == state)
        #expect(context.child(random: 1).inside(context).tracestate == context.tracestate)
    }

    @Test func `a tracestate has at most 32 members, each with a key and a value of up to 256 bytes`() throws {
        let member = { (key: Int, value: Int) in
            String(repeating: "k", count: key) + "=" + String(repeating: "v", count: value)
        }
        let members = { (count: Int) in Array(repeating: "a=1", count: count).joined(separator: ",") }
        for good in [members(32), member(256, 256)] {
            #expect(TraceContext(traceparent: Self.example, tracestate: good)?.tracestate == good)
        }
        for bad in [members(33), member(257, 1), member(1, 257), "", " , ", "a", "=1", "a=", "a=1=2", "é=1", "a=é"] {
            let context = try #require(TraceContext(traceparent: Self.example, tracestate: bad))
            #expect(context.tracestate == nil, "\(bad)")
        }
    }

    @Test func `a malformed traceparent drops its tracestate`() {
        #expect(TraceContext(traceparent: "00", tracestate: "a=1") == nil)
    }

    @Test func `a zero identifier is forbidden and becomes one`() {
        let context = TraceContext(trace: TraceID(high: 0, low: 0), span: 0, isSampled: false, isRandom: false)
        #expect(context.traceparent == "00-00000000000000000000000000000001-0000000000000001-00")
        #expect(TraceContext(traceparent: context.traceparent) == context)
    }

    @Test(arguments: [
        ("00", false, false), ("01", true, false), ("02", false, true), ("03", true, true), ("ff", true, true),
    ])
    func `a header in UTF-8 arrives unchanged`(flags: String, sampled: Bool, random: Bool) throws {
        let text = Self.example.dropLast(2) + flags
        let context = try #require(TraceContext(traceparent: String(text)))
        #expect((context.isSampled, context.isRandom) == (sampled, random))
    }

    @Test(arguments: [
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes",
    ])
    func `a later version is read as far as it is known`(text: String) throws {
        #expect(try #require(TraceContext(traceparent: text)).traceparent == Self.example)
    }

    @Test(arguments: [
        "", "00", "00---", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e47361-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
    ])
    func `a malformed header begins a new trace`(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test func `10,000 random contexts survive writing and reading`() throws {
        var random = SplitMix64(seed: 2)
        for _ in 0..<10_000 {
            let context = TraceContext(
                trace: TraceID(high: random.next(), low: random.next()), span: random.next(),
                isSampled: random.next() % 2 == 0, isRandom: random.next() % 2 == 0)
            try #require(TraceContext(traceparent: context.traceparent) == context)
        }
    }
}
