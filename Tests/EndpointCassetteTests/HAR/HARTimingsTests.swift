import Foundation
import TestSupport
import Testing

@testable import EndpointCassette

@Suite struct HARTimingsTests {
    static let measured = ExchangeMetrics(
        nameLookup: .microseconds(1500), connect: .microseconds(10_250), tls: .milliseconds(20),
        requestStart: .milliseconds(35), requestSent: .microseconds(35_010), firstByte: .milliseconds(100),
        total: .microseconds(100_300), isReusedConnection: false, httpVersion: "HTTP/2", remoteAddress: "2001:db8::1",
        connectionID: "51034")

    private func interaction(_ metrics: ExchangeMetrics?, timing: Interaction.Timing? = nil) -> Interaction {
        Interaction(.get("https://a.example/"), .response(.init(204)), timing: timing, metrics: metrics)
    }

    private func entry(_ interaction: Interaction) throws -> JSONNode {
        let file = try Cassette([interaction]).har()
        return try #require(JSONParser.node(file.data)?["log"]?["entries"]?.elements.first)
    }

    /// The timings, as in a file.
    private func timings(_ metrics: ExchangeMetrics) throws -> String {
        JSONPrinter.compact(try #require(try entry(interaction(metrics))["timings"]))
    }

    private func read(_ members: String, response: String = #""status":200"#) throws -> Interaction {
        let request = #""startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"}"#
        return try Cassette.reading(entry: #"\#(request),"response":{\#(response)},\#(members)"#).0.interactions[0]
    }

    @Test func `metrics are written as the specification says, to the microsecond`() throws {
        let entry = try entry(interaction(Self.measured))
        #expect(
            JSONPrinter.compact(try #require(entry["timings"]))
                == #"{"blocked":3.25,"dns":1.5,"connect":30.25,"ssl":20,"send":0.01,"wait":64.99,"receive":0.3}"#)
        #expect(entry["time"] == .number("100.3"))
        #expect(entry["serverIPAddress"] == "2001:db8::1")
        #expect(entry["connection"] == "51034")
        #expect(entry["request"]?["httpVersion"] == "HTTP/2")
        #expect(entry["response"]?["httpVersion"] == "HTTP/2")
    }

    @Test(arguments: [(40, 10), (49, 10), (51, 30), (60, 30)])
    func `connect includes TLS unless the entry's time is closer to the sum with both`(time: Int, connect: Int)
        throws
    {
        let timings = #""timings":{"connect":30,"ssl":20,"send":0,"wait":10,"receive":0}"#
        let metrics = try read(#""time":\#(time),\#(timings)"#).metrics
        #expect(metrics?.connect == .milliseconds(connect))
        #expect(metrics?.tls == .milliseconds(20))
    }

    @Test func `a connect time equal to its TLS time is the handshake of QUIC`() throws {
        let metrics = try read(#""time":30,"timings":{"connect":20,"ssl":20,"send":0,"wait":10,"receive":0}"#).metrics
        #expect(metrics?.connect == nil)
        #expect(metrics?.tls == .milliseconds(20))
    }

    @Test func `a phase that didn't take place is -1`() throws {
        let kept = ExchangeMetrics(
            requestStart: .milliseconds(1), requestSent: .milliseconds(2), firstByte: .milliseconds(7),
            total: .milliseconds(8), isReusedConnection: true)
        #expect(
            try timings(kept)
                == #"{"blocked":1,"dns":-1,"connect":-1,"ssl":-1,"send":1,"wait":5,"receive":1}"#)
    }

    @Test func `unknown phases aren't invented but joined with the next one`() throws {
        #expect(
            try timings(
                ExchangeMetrics(connect: .milliseconds(3), firstByte: .milliseconds(10), total: .milliseconds(12)))
                == #"{"blocked":-1,"dns":-1,"connect":3,"ssl":-1,"send":0,"wait":7,"receive":2}"#)
        #expect(
            try timings(ExchangeMetrics(total: .milliseconds(12)))
                == #"{"blocked":-1,"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":12,"receive":0}"#)
        #expect(try entry(interaction(ExchangeMetrics(total: .zero)))["response"]?["httpVersion"] == "unknown")
    }

    @Test func `the phases add up to the time, and none of the last three is negative`() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<300 {
            let entry = try entry(interaction(.random(using: &random, isPlausible: false)))
            let timings = try #require(entry["timings"])
            func number(_ name: String, in node: JSONNode) throws -> Double {
                try #require(try node.number(name, in: ""))
            }
            let phases = try ["blocked", "dns", "connect", "send", "wait", "receive"].map {
                try number($0, in: timings)
            }
            let sum = phases.filter { $0 >= 0 }.reduce(0, +)
            try #require(abs(sum - number("time", in: entry)) < 0.0005)
            try #require(phases.suffix(3).allSatisfy { $0 >= 0 })
            try #require(try number("connect", in: timings) >= number("ssl", in: timings))
        }
    }

    @Test func `metrics that were written are read again`() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<300 {
            let written = interaction(.random(using: &random, isPlausible: true))
            try #require(try Cassette.reading(har: Cassette([written]).written().data).0.interactions == [written])
        }
    }

    @Test func `an interaction without metrics has none after writing and reading`() throws {
        let plain = interaction(nil, timing: .init(blocked: .milliseconds(2), wait: .microseconds(1400)))
        let entry = try entry(plain)
        #expect(entry["timings"] == ["blocked": 2, "send": 0, "wait": 1, "receive": 0])
        #expect(entry["time"] == 3)
        #expect(entry["serverIPAddress"] == nil && entry["connection"] == nil)
        #expect(entry["response"]?["httpVersion"] == "HTTP/1.1")
        #expect(try Cassette.reading(har: Cassette([plain]).har().data).0.interactions[0].metrics == nil)
    }

    @Test func `recording an unchanged API again doesn't change its metrics`() {
        let old = Cassette([interaction(Self.measured)])
        #expect(old.merging(recorded: Cassette([interaction(ExchangeMetrics(total: .seconds(1)))])) == old)
    }

    @Test func `an address that the redaction names is replaced`() throws {
        let redaction = Redaction.standard.redacting(values: ["2001:db8::1"])
        let text = try Cassette([interaction(Self.measured)]).har(redaction: redaction).text
        #expect(!text.contains("db8"))
        #expect(try Cassette([interaction(Self.measured)]).har().text.contains("2001:db8::1"))
    }

    @Test func `TLS is part of connect in a file, and separate in the metrics`() throws {
        let read = try read(#""timings":{"dns":43,"connect":37,"ssl":26,"send":1,"wait":24,"receive":2}"#)
        #expect(
            read.metrics
                == ExchangeMetrics(
                    nameLookup: .milliseconds(43), connect: .milliseconds(11), tls: .milliseconds(26),
                    requestStart: .milliseconds(80), requestSent: .milliseconds(81), firstByte: .milliseconds(105),
                    total: .milliseconds(107)))
        #expect(read.timing.total == .milliseconds(107))
    }

    @Test(arguments: [(32, 66, 247), (66, 32, 247), (66, 66, 281)])
    func `TLS beside connect in Firefox's exports is read`(connect: Int, ssl: Int, time: Int) throws {
        let timings = #"{"blocked":89,"dns":0,"connect":\#(connect),"ssl":\#(ssl),"send":0,"wait":60,"receive":0}"#
        let read = try read(#""time":\#(time),"timings":\#(timings)"#)
        #expect(read.metrics?.connect == .milliseconds(connect))
        #expect(read.metrics?.tls == .milliseconds(ssl))
        #expect(read.metrics?.requestStart == .milliseconds(time - 60))
        #expect(read.timing.total == .milliseconds(time))
    }

    @Test func `the handshake of QUIC is TLS alone`() throws {
        let read = try read(#""timings":{"dns":1,"connect":9,"ssl":9,"send":0,"wait":5,"receive":0}"#)
        #expect(read.metrics?.connect == nil)
        #expect(read.metrics?.tls == .milliseconds(9))
    }

    @Test(
        arguments: [
            (#""serverIPAddress":"[2001:db8::1]""#, ExchangeMetrics(remoteAddress: "2001:db8::1")),
            (
                #""serverIPAddress":"192.0.2.1","connection":"443""#,
                .init(remoteAddress: "192.0.2.1", connectionID: "443")
            ),
            (#""connection":443"#, .init(connectionID: "443")),
            (#""serverIPAddress":"","connection":null"#, nil), (#""serverIPAddress":7"#, .init(remoteAddress: "7")),
            (#""connection":{}"#, nil), (#""_endpoint":{"reusedConnection":true}"#, .init(isReusedConnection: true)),
        ] as [(String, ExchangeMetrics?)])
    func `connections are read in all forms that programs write`(members: String, metrics: ExchangeMetrics?) throws {
        var expected = metrics
        expected?.firstByte = .milliseconds(5)
        expected?.total = .milliseconds(5)
        #expect(try read(#"\#(members),"time":5"#).metrics == expected)
    }

    @Test(arguments: [("HTTP/1.1", nil), ("", nil), ("h2", "HTTP/2"), ("http/2.0", "HTTP/2"), ("h3", "HTTP/3")])
    func `a version alone is kept if it isn't the usual one`(text: String, version: String?) throws {
        #expect(
            try read(#""time":1"#, response: #""status":200,"httpVersion":"\#(text)""#).metrics?.httpVersion == version)
    }

    @Test(
        .needs(conformanceData: "har"),
        arguments: [
            ("charles", "13.35.121.50", nil, "HTTP/1.1"), ("chrome", "108.138.246.80", nil, "HTTP/2"),
            ("firefox", "13.35.121.55", "443", "HTTP/3"), ("postdata", "99.83.181.31", "159834", "HTTP/2"),
        ] as [(String, String, String?, String)])
    func `the connections of other programs are written again`(
        name: String, address: String, connection: String?, version: String
    ) throws {
        let first = try Cassette.reading(har: ConformanceData.file("har/\(name).har")).0.interactions[0]
        #expect(first.metrics?.remoteAddress == address)
        #expect(first.metrics?.connectionID == connection)
        #expect(first.metrics?.httpVersion == version)
        #expect(try Cassette.reading(har: Cassette([first]).written().data).0.interactions == [first])
    }

    @Test(.needs(conformanceData: "har")) func `Chrome's fractions of milliseconds are read`() throws {
        let metrics = try Cassette.reading(har: ConformanceData.file("har/postdata.har")).0.interactions[0].metrics
        #expect(metrics?.nameLookup == .microseconds(18_781))
        #expect(metrics?.connect == .microseconds(41_375))
        #expect(metrics?.tls == .microseconds(55_379))
        #expect(metrics?.requestStart == .microseconds(116_189))
        #expect(metrics?.total == .microseconds(169_796))
    }

    @Test(.needs(conformanceData: "har")) func `a file that doesn't mention the connection has no metrics`() throws {
        let first = try Cassette.reading(har: ConformanceData.file("har/insomnia.har")).0.interactions[0]
        #expect(first.metrics == nil)
    }
}

extension ExchangeMetrics {
    /// Metrics with some values left out. Plausible ones keep to the order of the phases and contain what a file keeps;
    /// the others are what an engine with a broken clock might report.
    fileprivate static func random(using random: inout SplitMix64, isPlausible: Bool) -> ExchangeMetrics {
        func time() -> Duration {
            .microseconds(Int.random(in: isPlausible ? 1...90_000 : -9000...90_000, using: &random))
        }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        var metrics = ExchangeMetrics(
            nameLookup: maybe(time()), connect: maybe(time()), tls: maybe(time()),
            isReusedConnection: maybe(Bool.random(using: &random)), httpVersion: maybe("HTTP/1.1"),
            remoteAddress: maybe("192.0.2.1"), connectionID: maybe("7"))
        guard isPlausible else {
            (metrics.requestStart, metrics.requestSent) = (maybe(time()), maybe(time()))
            (metrics.firstByte, metrics.total) = (maybe(time()), maybe(time()))
            return metrics
        }
        var now = [metrics.nameLookup, metrics.connect, metrics.tls].compactMap { $0 }.reduce(.zero, +)
        if Bool.random(using: &random) {
            now += time()
            metrics.requestStart = now
            if Bool.random(using: &random) {
                now += time()
                metrics.requestSent = now
            }
        }
        metrics.firstByte = now + time()
        metrics.total = now + .milliseconds(200)
        return metrics
    }
}
