public enum PercentEncoding { static func segment(_ s: String) -> String { s.addingPercentEncoding(withAllowedCharacters: .alphanumerics)! }
 static func query(_ s: String) -> String { segment(s) }
 static func form(_ s: String) -> String { segment(s) } }
public enum HeaderRules { public static func check(name: String, value: String) throws {} ; public static func normalised(method: String) throws -> String { method } }
public struct Origin: Hashable, Sendable { public let host: String; public init?(_ u: URL) { host = u.host ?? "" } }
public struct BaseURL: Sendable { let u: URL; public init(_ u: URL) { self.u = u } ; public var host: String { u.host ?? "" }; public var origin: Origin? { Origin(u) }
 public func resolve(_ r: URL, allowsInsecureConnections: Bool) throws -> URL { u.appendingPathComponent(r.relativeString) } }
public struct Redirect: Sendable { public let url: URL; public let method: String; public let headers: [String: String]; public let keepsBody: Bool; public var origin: Origin { Origin(url)! } }
public struct RedirectPolicy: Sendable { public init(limit: Int, allowsInsecureConnections: Bool) {}
 public func next(status: Int, location: String?, method: String, url: URL, headers: [String: String], hasBody: Bool, hop: Int) throws -> Redirect? { nil } }
