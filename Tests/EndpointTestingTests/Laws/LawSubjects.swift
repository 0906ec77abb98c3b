import EndpointTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The clients that are checked, with what they cannot keep.
enum LawSubjects {
    /// The client over `URLSession`.
    static let urlSession = ClientLawSubject(except: urlSessionExceptions) { server in
        URLSessionClient(baseURL: server.url, limits: .init(responseBytes: server.responseLimit))
    }

    #if canImport(FoundationNetworking)
        /// What `URLSession` on Linux cannot keep.
        static let urlSessionExceptions: [ClientLaw: ClientLawException] = [
            .trailersAreAccepted: .notRun("URLSession on Linux ends the process when a response has trailers."),
            .incompleteHead: .notRun("URLSession on Linux ends the process when a connection is closed inside a head."),
        ]
    #else
        static let urlSessionExceptions: [ClientLaw: ClientLawException] = [:]
    #endif
}
