// Compares CURLClient with AsyncHTTPClient on the same server, alternately: wall and processor time of a GET that is
// decoded.
//
//     swift run -c release EngineComparison URL [ROUNDS] [REQUESTS]

import AsyncHTTPClient
import EndpointClient
import NIOCore
import NIOFoundationCompat
import ServerInterop

/// The JSON of the server, of which two fields are read.
struct Book: Decodable, Sendable {
    let id: String
    let title: String
}

struct BookEndpoint: JsonEndpoint {
    typealias Content = Book

    let number: Int

    func makeRequest() throws -> URLRequest { try .get("books/\(number)") }
}

struct API: APIEnvironment {
    let baseURL: URL
}

struct Variant: Sendable {
    let name: String
    let call: @Sendable (Int) async throws -> Void
}

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func cost(_ variant: Variant, tasks: Int, requests: Int) async throws -> (wall: Double, processor: Double) {
    let (wall, processor) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    try await withThrowingTaskGroup(of: Void.self) { group in
        for first in 0..<tasks {
            group.addTask {
                for number in stride(from: first, to: requests, by: tasks) { try await variant.call(number) }
            }
        }
        try await group.waitForAll()
    }
    let scale = 1e6 / Double(requests)
    return ((seconds(CLOCK_MONOTONIC) - wall) * scale, (seconds(CLOCK_PROCESS_CPUTIME_ID) - processor) * scale)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let arguments = CommandLine.arguments
guard arguments.count > 1, let base = URL(string: arguments[1]) else { fatalError("EngineComparison needs a URL.") }
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 15 : 15
let requests = arguments.count > 3 ? Int(arguments[3]) ?? 1000 : 1000
let (nio, curl) = (NIOClient(environment: API(baseURL: base)), CURLClient(environment: API(baseURL: base)))
let variants = [
    Variant(name: "AsyncHTTPClient and JSONDecoder") { number in
        let request = HTTPClientRequest(url: "\(base.absoluteString)/books/\(number)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        _ = try JSONDecoder().decode(Book.self, from: Data(buffer: try await response.body.collect(upTo: 1 << 20)))
    },
    Variant(name: "NIOClient") { _ = try await nio.request(BookEndpoint(number: $0)) },
    Variant(name: "CURLClient") { _ = try await curl.request(BookEndpoint(number: $0)) },
]
for tasks in [1, 64] {
    var costs = variants.map { _ in [(wall: Double, processor: Double)]() }
    for round in -1..<rounds {
        for index in round.isMultiple(of: 2) ? Array(variants.indices) : variants.indices.reversed() {
            let cost = try await cost(variants[index], tasks: tasks, requests: requests)
            if round >= 0 { costs[index].append(cost) }
        }
    }
    print("\(tasks) tasks, \(rounds) rounds of \(requests), medians in µs for a call")
    for (variant, costs) in zip(variants, costs) {
        print("  \(variant.name): wall \(median(costs.map(\.wall))), CPU \(median(costs.map(\.processor)))")
    }
    for (index, variant) in variants.enumerated() where index < 2 {
        let ratios = zip(costs[2], costs[index]).map { $0.processor / $1.processor }
        print("  CURLClient ÷ \(variant.name), CPU: \(median(ratios)) [\(ratios.min() ?? 0)..\(ratios.max() ?? 0)]")
    }
}
try await nio.shutdown()
