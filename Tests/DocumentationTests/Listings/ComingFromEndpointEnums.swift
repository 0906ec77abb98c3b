import EndpointTesting
import Testing

struct Address: Decodable, Sendable {
    let origin: String
}

enum PizzaHost: APIEnvironment {
    case production, development

    var baseURL: URL {
        switch self {
        case .production: URL(string: "https://httpbin.org")!
        case .development: URL(string: "https://dev.httpbin.org")!
        }
    }
}

enum PizzaAPI: Route {
    case ip
    case order(size: String, toppings: [String])

    var path: URLPath {
        switch self {
        case .ip: "ip"
        case .order: "post"
        }
    }

    var method: HTTPMethod {
        if case .order = self { .post } else { .get }
    }

    var body: HTTPBody? {
        if case .order(let size, let toppings) = self { .form(["size": size, "topping": toppings]) } else { nil }
    }
}

extension PizzaAPI {
    static let address: some JsonEndpoint<Address> = PizzaAPI.ip.as(Address.self)
}

/// Needs the network.
private func ask() async throws {
    let client = LiveClient(environment: PizzaHost.production)

    let address = try await client.request(PizzaAPI.address)

    client.request(PizzaAPI.address, on: .main) { result in
        show((try? result.get())?.origin ?? "?")
    }

    show(address.origin)
}

@Suite struct ComingFromEndpointEnumsListings {
    @Test func `each case of an enum has its own request`() throws {
        let order = try PizzaAPI.order(size: "large", toppings: ["ham", "egg"]).makeRequest()
        #expect(order.httpMethod == "POST")
        #expect(order.url?.relativeString == "post")
        #expect(order.httpBody == Data("size=large&topping=ham&topping=egg".utf8))
        #expect(try PizzaAPI.ip.makeRequest().httpMethod == "GET")
    }

    @Test func `a named call has a type of its own`() async throws {
        let client = MockClient { try .json(#"{"origin": "192.0.2.1"}"#, to: $0) }
        #expect(try await client.request(PizzaAPI.address).origin == "192.0.2.1")
        #expect(client.requests.map { $0.urlRequest.url?.relativeString } == ["ip"])
    }

    @Test func `an environment names the host`() {
        #expect("\(LiveClient(environment: PizzaHost.development))".contains("dev.httpbin.org"))
    }
}
