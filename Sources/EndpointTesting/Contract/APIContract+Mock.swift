extension APIContract {
    /// Checks each stub of a mock: its request, as far as it is known before a call, and its replies.
    ///
    /// The replies are made without their delays, and closures in them are called. A stub for a type of endpoints has
    /// no request of its own: it is checked when it is used, by a mock with this contract.
    ///
    /// - Returns: What is allowed, but worth a remark.
    /// - Throws: ``ContractViolation`` with the differences of all stubs, and the place of each.
    @discardableResult
    public func check(_ mock: MockClient) async throws -> [Finding] {
        var findings: [Finding] = []
        for stub in mock.currentState.stubs { findings += await self.findings(in: stub) }
        return try passed(findings.map { $0.redacted(by: mock.traits.redaction) })
    }

    private func findings(in stub: MockStub) async -> [Finding] {
        guard let example = stub.matcher.example else {
            return [note("has no request before a call, so that it is checked when it is used", stub.place)]
        }
        guard let request = try? example.request().collected else {
            return [note("has a request that cannot be made", stub.place)]
        }
        var exchange = ContractExchange(request)
        exchange.isWhole = example.isWhole
        let checked = checkedRequest(of: exchange, source: stub.place)
        var found = checked.findings
        for reply in stub.replies {
            do {
                let response = try await reply.immediate(request)
                if reply.isFault {
                    found.append(note("is a named failure, which no description has", stub.place))
                } else {
                    found += findings(of: .init(response), to: checked)
                }
            } catch {
                found.append(note(ContractedCall.sentence(about: error), stub.place))
            }
        }
        // Replies that are alike have the same differences.
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// One call of a mock with a contract: first its request is checked, then its response.
struct ContractedCall {
    let request: APIRequest
    let contract: APIContract
    let source: String
    let redaction: Redaction

    /// Checks the request, and returns it for the check of its response.
    func checkRequest() throws -> CheckedRequest {
        let checked = contract.checkedRequest(of: ContractExchange(request), source: source)
        try pass(checked.findings)
        return checked
    }

    /// Checks the response; nil is a named failure.
    func check(_ response: APIResponse?, to request: CheckedRequest) throws {
        guard let response else { return note("is a named failure, which no description has") }
        try pass(contract.findings(of: .init(response), to: request))
    }

    /// A connection error or another one of a reply, which no description excludes.
    func note(_ error: any Error) { note(Self.sentence(about: error)) }

    private func note(_ sentence: String) {
        let note = contract.note(sentence, source).redacted(by: redaction)
        contract.touched.withLock { $0.add([note]) }
    }

    private func pass(_ findings: [APIContract.Finding]) throws {
        try contract.passed(findings.map { $0.redacted(by: redaction) })
    }

    static func sentence(about error: any Error) -> String {
        guard let error = error as? URLError else { return "throws \(type(of: error)), which no description excludes" }
        return "fails with URLError \(error.code.rawValue), which no description excludes"
    }
}
