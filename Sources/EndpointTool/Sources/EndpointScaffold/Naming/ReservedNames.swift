/// Names that the types of a module cannot have, because its files also use other types of that name.
enum ReservedNames {
    /// Types of Swift, Foundation, Swift Testing and this library that a file of the module or of its tests can see.
    static let types: Set<String> = standard.union(foundation).union(testing).union(library)

    /// Names that a type inside of another one cannot have.
    static let nested: Set<String> = standard.union([
        "CodingKeys", "CodingKey", "ID", "RawValue", "Indirect", "JSONValue",
    ])
    .union(["Data", "Date", "URL", "UUID", "JSONDecoder", "JSONEncoder", "URLRequest"])

    private static let standard: Set<String> = Set(
        """
        Any AnyObject Array Bool Character Codable Comparable Decodable Decoder Dictionary Double Encodable Encoder Equatable
        Error Float Hashable Hasher Identifiable Int Int64 Never Optional Protocol Range RawRepresentable Result Self Sendable
        Sequence Set String Substring Task Type UInt Void Collection Iterator Actor Clock Duration Duration Instant Mirror Slice Unicode
        Main Regex Content Framing Observation Executor Index Element Key Value
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let foundation: Set<String> = Set(
        """
        Bundle Calendar CharacterSet Data Date DateComponents DateFormatter DateInterval Decimal Dimension FileHandle
        FileManager FileWrapper Formatter Host IndexPath IndexSet InputStream JSONDecoder JSONEncoder Locale LocalizedError
        Measurement Message MessagePort Morphology Notification NotificationCenter NumberFormatter Operation OperationQueue OutputStream
        PersonNameComponents Pipe Port Predicate Process ProcessInfo Progress PropertyListDecoder RunLoop Scanner Stream
        Thread TimeInterval TimeZone Timer URL URLComponents URLError URLQueryItem URLRequest URLResponse URLSession UUID Unit
        UndoManager UserDefaults XMLParser CocoaError AttributedString SortDescriptor SortOrder Selector Expression
        InflectionRule TermOfAddress HTTPURLResponse URLCache URLCredential Units Zone Dispatch DispatchQueue POSIXError
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let testing: Set<String> = Set(
        "Attachment Bug Comment Confirmation ExitTest Issue Suite Tag Test TestScoping Trait SourceLocation ExitStatus Attachable Case"
            .split(separator: " ").map(String.init))

    private static let library: Set<String> = Set(
        """
        APIContract ContractViolation HARReport OpenAPIError
        APIClient APIEnvironment APIFailure APIRequest APIResponse AttemptReport BodyStream BreakerOpenError CURL CURLClient CacheKey
        CacheStore CachedHead CallContext CallEvent CallFailure CallLimit CallTimeouts CallTracer Cassette CassetteClient
        CassetteError CassetteFile CassetteMode CassetteOptions CassetteSession CassetteTrait ChaosFault ChaosPolicy ChaosClient
        ChunkFraming CircuitBreakerPolicy ClientDecorator ClientLimits ClientStack ClientTraits ContentError ContentStream
        Credential CredentialRefreshPolicy CredentialSource DiskCacheStore Download DownloadError Endpoint EndpointFuzz
        EngineClient EventFraming EventStreamEndpoint ExchangeMetrics ExpiringCredential FailedExchange FailureCategory FileChunks
        FuzzReport HTTPBody HTTPDate HTTPError HTTPMethod HTTPRateLimit HTTPStatus HeaderFields HedgePolicy IdempotencyKeyedEndpoint
        Interaction JSONValue JsonEndpoint JsonLinesEndpoint LayerOrder LineFraming LinkHeader LiveClient LogDetails LogEntry LogLevel
        LogSink LoopbackError LoopbackOptions LoopbackReply LoopbackResponse LoopbackServer Matching MockBuilder MockClient MockReply
        MockVerificationTrait Multipart NestedJsonEndpoint On Origin PagedEndpoint Pages PagingError ParameterValue ProblemDetails
        QueryValue QuotaExceededError ReconnectionPolicy RecordedRequest Recording RecordingClient Redaction
        RefreshingCredential Replay ReplayingClient Reproduction RequestBodyChunks RequestError RequestResolver
        ResolvedRequest RetryBudget RetryPolicy RetryReport RetryReporting Route SendID SendReport ServerSentEvent
        SignableRequest StreamElement StreamEndpoint StreamError StreamFraming TestClock TimeSource TraceContext TransferProgress
        URLPath URLQuery URLRequestBuildable URLSessionClient URLSessionEngine UnmatchedRequest UnmetExpectations UnmetOrder UploadEndpoint
        UploadEndpointBody VoidEndpoint WebLink APIError Indirect
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Names that a module cannot have, because it imports a module of that name.
    static let modules: Set<String> = [
        "EndpointCore", "EndpointClient", "EndpointCassette", "EndpointTesting", "EndpointTraits", "EndpointLaws",
        "EndpointLoading", "Swift", "Foundation", "FoundationNetworking", "Dispatch", "Testing", "XCTest", "Glibc",
        "Darwin", "CLibCURL", "Synchronization",
    ]

    /// Names of properties that a protocol of the library already uses on endpoints.
    static let endpointMembers: Set<String> = [
        "decoder", "timeouts", "isRepeatable", "framing", "endsExplicitly", "makeRequest", "validate", "content",
        "response", "page_", "self", "init", "encoder", "contentKey",
    ]

    /// Names of endpoints, without the ending, that are those of protocols.
    static func endpoints(prefix: String) -> Set<String> {
        [
            prefix, "Json", "Void", "NestedJson", "JsonLines", "EventStream", "Stream", "Paged", "Upload",
            "IdempotencyKeyed", "\(prefix)Environment",
        ]
    }
}
