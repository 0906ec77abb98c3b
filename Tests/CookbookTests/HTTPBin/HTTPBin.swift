import EndpointCore

/// httpbin.org, a service that returns the requests that it receives.
public enum HTTPBin {
    /// The hosts of the service.
    public enum Host: APIEnvironment {
        case production, development, local(port: Int)

        public var baseURL: URL {
            switch self {
            case .production: URL(string: "https://httpbin.org")!
            case .development: URL(string: "https://dev.httpbin.org")!
            case .local(let port): URL(string: "http://127.0.0.1:\(port)")!
            }
        }
    }
}

extension HTTPBin {
    /// The calls that return the request. The content is `Data`; `as(_:)` gives it a type.
    public enum API: Route {
        case ip, userAgent, headers, cookies
        case anything(HTTPMethod, query: URLQuery = [:], body: HTTPBody? = nil)
        case orderPizza(Pizza)

        public var path: URLPath {
            switch self {
            case .ip: "ip"
            case .userAgent: "user-agent"
            case .headers: "headers"
            case .cookies: "cookies"
            case .anything: "anything"
            case .orderPizza: "post"
            }
        }

        public var method: HTTPMethod {
            switch self {
            case .anything(let method, _, _): method
            case .orderPizza: .post
            default: .get
            }
        }

        public var query: URLQuery {
            if case .anything(_, let query, _) = self { query } else { [:] }
        }

        public var body: HTTPBody? {
            switch self {
            case .anything(_, _, let body): body
            case .orderPizza(let pizza): .form(pizza.fields)
            default: nil
            }
        }
    }
}

extension HTTPBin {
    public struct IP: Decodable, Sendable { public let origin: String }

    /// A request as the service has received it. A name that occurs more than once has an array.
    public struct Echo: Decodable, Sendable {
        public let method, data: String?
        public let headers: [String: String]
        public let args: [String: JSONValue]
        public let form, files: [String: JSONValue]?
        public let json: JSONValue?
        public let url: String
    }

    public struct Pizza: Sendable {
        let fields: URLQuery

        public init(customer: String, size: String, toppings: [String] = [], comments: String? = nil) {
            fields = ["custname": customer, "size": size, "topping": toppings, "comments": comments]
        }
    }
}
