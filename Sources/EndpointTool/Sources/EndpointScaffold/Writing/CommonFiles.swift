/// Writes the files that all endpoints share.
struct CommonFiles {
    let module: ModuleDescription

    /// The contents by the path in the module's folder.
    var files: [String: String] {
        var files = [
            "Endpoint/JsonEndpoint.swift": jsonEndpoint, "Endpoint/VoidEndpoint.swift": voidEndpoint,
            "Common/\(module.prefix)Endpoint.swift": endpointProtocol,
            "Common/\(module.prefix)Environment.swift": environment,
        ]
        if let error = module.error.flatMap({ module.models[$0] }) {
            var text = ModelFile(models: module.models).text(of: error)
            if !text.hasPrefix("import") { text = "import EndpointCore\n\n" + text }
            files["Common/APIError.swift"] = text
        }
        if module.hasRecursion { files["Common/Indirect.swift"] = Self.indirect }
        return files
    }

    private var title: String {
        let words = NameWords.split(module.prefix).map { word in
            word.count > 1 && word == word.uppercased() ? word : word.lowercased()
        }
        return "the \(words.joined(separator: " ")) API"
    }

    private var jsonEndpoint: String {
        """
        import EndpointCore

        /// An endpoint of \(title) whose response is JSON.
        ///
        /// A file that imports this module and the library qualifies the name: `\(module.name).JsonEndpoint` or
        /// `EndpointCore.JsonEndpoint`. The same goes for `VoidEndpoint`.
        public protocol JsonEndpoint: EndpointCore.JsonEndpoint, \(module.prefix)Endpoint {}

        """
    }

    private var voidEndpoint: String {
        """
        import EndpointCore

        /// An endpoint of \(title) whose response has no content: it succeeds or fails.
        public protocol VoidEndpoint: EndpointCore.VoidEndpoint, \(module.prefix)Endpoint {}

        """
    }

    private var endpointProtocol: String {
        let name = "\(module.prefix)Endpoint"
        var text = "import EndpointCore\n\n"
        if module.error == nil {
            text += DocComment.text(["What all endpoints of \(title) share. A failure is an `HTTPError`."], indent: 0)
        } else {
            text += DocComment.text(
                [
                    "What all endpoints of \(title) share: a failure whose body is an `APIError` throws it; any other is an `HTTPError`."
                ],
                indent: 0)
        }
        text += "public protocol \(name): Endpoint {}\n"
        var members: [String] = []
        if module.dates != .none { members.append("    public var decoder: JSONDecoder { .api }\n") }
        if module.error != nil {
            let decoder = module.dates == .none ? "" : ", decoder: decoder"
            members.append(
                "    public func validate(_ response: URLResponse?, with body: Data) throws {\n"
                    + "        try HTTPError.check(response, with: body, orThrow: APIError.self\(decoder))\n    }\n")
        }
        if !members.isEmpty { text += "\nextension \(name) {\n\(members.joined(separator: "\n"))}\n" }
        return text + coders
    }

    /// The decoder and the encoder of the API's dates.
    private var coders: String {
        let encoder = module.encodesDates ? Self.encoder(module.dates) : ""
        switch module.dates {
        case .none: return ""
        case .whole:
            return """

                extension JSONDecoder {
                    /// Reads dates as the API writes them: `2024-01-31T12:00:00Z`.
                    static var api: JSONDecoder {
                        let decoder = JSONDecoder()
                        decoder.dateDecodingStrategy = .iso8601
                        return decoder
                    }
                }

                """ + encoder
        case .fractional, .wholeOrFractional:
            return """

                extension JSONDecoder {
                    /// Reads dates as the API writes them, with and without fractions of a second.
                    static var api: JSONDecoder {
                        let decoder = JSONDecoder()
                        decoder.dateDecodingStrategy = .custom { decoder in
                            let text = try decoder.singleValueContainer().decode(String.self)
                            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
                            return try style.parse(text)
                        }
                        return decoder
                    }
                }

                """ + encoder
        }
    }

    private static func encoder(_ format: DateFormat) -> String {
        let strategy =
            format != .fractional
            ? "        encoder.dateEncodingStrategy = .iso8601\n"
            : """
                    encoder.dateEncodingStrategy = .custom { date, encoder in
                        var container = encoder.singleValueContainer()
                        try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                    }

            """
        return """

            extension JSONEncoder {
                /// Writes dates as the API reads them.
                static var api: JSONEncoder {
                    let encoder = HTTPBody.encoder
            \(strategy)        return encoder
                }
            }

            """
    }

    private var environment: String {
        let name = "\(module.prefix)Environment"
        var doc = ["Where \(title) is served. This module was made from \(module.source)."] + module.credentials
        if module.isInsecure {
            doc.append(
                "Production is reached over unencrypted http, which others on the way can read and change. Use https as soon as the server has it."
            )
        }
        var text = "import EndpointCore\n\n" + DocComment.text(doc, indent: 0)
        text += """
            public enum \(name): APIEnvironment {
                /// The public server.
                case production
                /// Another server, such as one on this machine.
                case server(URL)

                public var baseURL: URL {
                    switch self {
                    case .production: URL(string: \(SwiftLiteral.string(module.baseURL)))!
                    case .server(let url): url
                    }
                }

            """
        if !module.headers.isEmpty {
            let items = module.headers.map {
                SwiftText.Argument(label: SwiftLiteral.string($0.name), value: .plain(SwiftLiteral.string($0.value)))
            }
            let value = SwiftText.dictionary(items)
            text +=
                value.line.count < 60
                ? "\n    public var headers: HeaderFields { \(value.line) }\n"
                : "\n    public var headers: HeaderFields {\n\(value.text(after: "        ", indent: 8))\n    }\n"
        }
        if module.isInsecure { text += "\n    public var allowsInsecureConnections: Bool { true }\n" }
        return text + "}\n"
    }

    private static let indirect = """
        /// A value that may contain a value of the type which it is a part of. A struct cannot do that by itself.
        public indirect enum Indirect<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
            /// The value, stored apart.
            case stored(Value)

            public init(_ value: Value) {
                self = .stored(value)
            }

            /// The value.
            public var value: Value {
                switch self {
                case .stored(let value): value
                }
            }

            public init(from decoder: any Decoder) throws {
                self = .stored(try Value(from: decoder))
            }

            public func encode(to encoder: any Encoder) throws {
                try value.encode(to: encoder)
            }
        }

        """
}
