import EndpointCore

extension HTTPBin {
    public enum Coding: String, ParameterValue { case gzip, deflate, brotli }

    /// The calls with a certain behaviour. They show another style, in which each case makes its whole request.
    public enum Behaviour: Endpoint {
        public typealias Content = Data

        case compressed(Coding), bearer
        case status(Int, HTTPMethod = .get)
        case basicAuth(user: String, password: String)
        case redirect(Int, absolute: Bool = false), redirectTo(String, status: Int, HTTPMethod = .get)
        case setCookie(name: String, value: String)
        case delay(seconds: Int), drip(bytes: Int, seconds: Double)
        case range(String, of: Int), etag(String, ifNoneMatch: String)
        case stream(lines: Int), bytes(Int, seed: Int)

        public func makeRequest() throws -> URLRequest {
            switch self {
            case .compressed(let coding): try .get("\(coding)")
            case .bearer: try .get("bearer")
            case .status(let status, let method): try URLRequest(method, "status/\(status)")
            case .basicAuth(let user, let password): try .get("basic-auth/\(user)/\(password)")
            case .redirect(let count, let absolute):
                try .get(absolute ? "absolute-redirect/\(count)" : "redirect/\(count)")
            case .redirectTo(let url, let status, let method):
                try URLRequest(method, "redirect-to", query: ["url": url, "status_code": status])
            case .setCookie(let name, let value): try .get("cookies/set/\(name)/\(value)")
            case .delay(let seconds): try .get("delay/\(seconds)")
            case .drip(let bytes, let seconds): try .get("drip", query: ["numbytes": bytes, "duration": seconds])
            case .range(let range, let count): try .get("range/\(count)", headers: ["Range": range])
            case .etag(let tag, let known): try .get("etag/\(tag)", headers: ["If-None-Match": known])
            case .stream(let lines): try .get("stream/\(lines)")
            case .bytes(let count, let seed): try .get("bytes/\(count)", query: ["seed": seed])
            }
        }
    }
}
