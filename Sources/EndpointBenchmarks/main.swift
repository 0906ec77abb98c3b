import EndpointClient

struct Book: Codable, Sendable { let id, title, author: String; let year: Int; let tags: [String]; let publisher: String; let pages: Int; let isbn: String; let inStock: Bool }
struct BookEndpoint: JsonEndpoint { typealias Content = Book
 let id: String
 func makeRequest() throws -> URLRequest { try .get("books/\(id)") } }
let base = URL(string: CommandLine.arguments[1])!
func cpu() -> Double { var u = rusage(); getrusage(0, &u); func s(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) / 1e6 }; return s(u.ru_utime) + s(u.ru_stime) }
let conc = Int(CommandLine.arguments[2])!, n = Int(CommandLine.arguments[3])!, rounds = Int(CommandLine.arguments[4])!
let cap = Int(CommandLine.arguments[5])!
let session = URLSession(configuration: .default)
let client = URLSessionClient(baseURL: base, limits: .init(concurrentCallsPerOrigin: cap))
@Sendable func bare(_ i: Int) async throws { let (d, _) = try await session.data(for: URLRequest(url: base.appendingPathComponent("books/\(i)"))); _ = try JSONDecoder().decode(Book.self, from: d) }
@Sendable func ours(_ i: Int) async throws { _ = try await client.request(BookEndpoint(id: "\(i)")) }
func run(_ op: @escaping @Sendable (Int) async throws -> Void) async throws -> (Double, Double) {
  let c0 = cpu(), t0 = ContinuousClock.now
  if conc == 1 { for i in 0..<n { try await op(i) } } else {
   try await withThrowingTaskGroup(of: Void.self) { g in for t in 0..<conc { g.addTask { var i = t; while i < n { try await op(i); i += conc } } }; try await g.waitForAll() } }
  let d = ContinuousClock.now - t0
  return (Double(d.components.attoseconds) / 1e18 + Double(d.components.seconds), cpu() - c0) }
_ = try await run(bare); _ = try await run(ours)
var w: [Double] = [], c: [Double] = [], bw: [Double] = [], ow: [Double] = []
for r in 0..<rounds { let b: (Double, Double), o: (Double, Double)
 if r % 2 == 0 { b = try await run(bare); o = try await run(ours) } else { o = try await run(ours); b = try await run(bare) }
 w.append(o.0 / b.0); c.append(o.1 / b.1); bw.append(b.0); ow.append(o.0) }
func med(_ x: [Double]) -> Double { x.sorted()[x.count / 2] }
print("wall \(med(w)) cpu \(med(c)) bare \(med(bw) / Double(n) * 1e6) µs ours \(med(ow) / Double(n) * 1e6) µs")
