import EndpointTesting

struct Address: Decodable, Sendable {
    let origin: String
}

private func show(_ text: String) {}

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
    static let address = PizzaAPI.ip.as(Address.self)
}

private func ask() async throws {
    let client = LiveClient(environment: PizzaHost.production)

    let address = try await client.request(PizzaAPI.address)

    client.request(PizzaAPI.address, on: .main) { result in
        show((try? result.get())?.origin ?? "?")
    }

    show(address.origin)
}
