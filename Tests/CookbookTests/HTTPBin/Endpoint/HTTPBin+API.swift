import EndpointCore

extension HTTPBin {
    /// The calls that say what has been asked. The content is the plain body; `as(_:)` gives it a type.
    public enum API: Route {
        case ip, userAgent, headers, cookies
        case anything(HTTPMethod, query: Query = [:], body: HTTPBody? = nil)
        case orderPizza(Pizza)

        public var path: Path {
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

        public var query: Query {
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
