import EndpointCore

extension HTTPBin {
    public struct IP: Decodable, Sendable { public let origin: String }

    /// A request as the service has read it. A name that stood several times has an array.
    public struct Echo: Decodable, Sendable {
        public let method, data: String?
        public let headers: [String: String]
        public let args: [String: JSONValue]
        public let form, files: [String: JSONValue]?
        public let json: JSONValue?
        public let url: String
    }

    public struct Pizza: Sendable {
        let fields: Query

        public init(customer: String, size: String, toppings: [String] = [], comments: String? = nil) {
            fields = ["custname": customer, "size": size, "topping": toppings, "comments": comments]
        }
    }
}
