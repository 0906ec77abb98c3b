/// One exchange to be checked, as far as it is known.
struct ContractExchange {
    /// What is known of a body.
    enum Body: Hashable {
        case data(Data, contentType: String)
        /// It was not recorded or not read, as that of a stream.
        case unknown
    }

    struct Response: Hashable {
        let status: Int
        let headers: HeaderFields
        let body: Body
    }

    let method: String
    let url: String
    let headers: HeaderFields

    /// The body; nil if there is none.
    let body: Body?

    /// Whether the request is known as a whole, and not only its method and path.
    var isWhole = true

    /// Whether all header fields are known: a recording may leave some out.
    var hasAllHeaders = true

    var response: Response?
}

/// A difference from the description, or a remark about one that is allowed.
struct ContractDifference: Hashable, Sendable {
    let place: String
    let sentence: String
    var isNote = false
}

extension ContractExchange {
    init(_ request: Interaction.Request, isRecorded: Bool = false) {
        method = request.method
        url = request.url
        headers = request.headers
        body = request.body.map { .data($0.data, contentType: $0.contentType) }
        hasAllHeaders = !isRecorded
    }

    /// A request, whose body is not known if it is a stream.
    init(_ request: APIRequest) {
        let snapshot = request.snapshot
        method = snapshot.method
        url = snapshot.url
        headers = snapshot.headers
        if case .stream = request.body {
            body = .unknown
        } else {
            body = snapshot.body.map { .data($0.data, contentType: $0.contentType) }
        }
    }

    /// An interaction of a cassette.
    init(_ interaction: Interaction) {
        self.init(interaction.request, isRecorded: true)
        response = interaction.response.map {
            let body: Body =
                interaction.interruption == nil ? .data($0.body, contentType: $0.contentType) : .unknown
            return Response(status: $0.status, headers: $0.headers, body: body)
        }
    }
}

extension ContractExchange.Response {
    init(_ response: APIResponse) {
        status = response.http.statusCode
        headers = response.headers
        if case .data(let data) = response.body {
            body = .data(data, contentType: response.headers["Content-Type"] ?? "")
        } else {
            body = .unknown
        }
    }
}
