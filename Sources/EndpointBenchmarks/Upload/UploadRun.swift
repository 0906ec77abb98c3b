import EndpointTesting

/// One large upload: what is sent, and what the server must have received.
struct UploadRun {
    let name: String
    let body: UploadEndpointBody
    let expected: Receipt

    /// Uploads once and prints what it took.
    ///
    /// - Throws: ``MissedGoal`` when other bytes arrived.
    func report(with client: URLSessionClient) async throws -> UploadResult {
        let result = try await measure(with: client)
        Console.line("\(result)")
        return result
    }

    private func measure(with client: URLSessionClient) async throws -> UploadResult {
        let idle = ProcessMemory.resident ?? 0
        let isReset = ProcessMemory.resetPeak()
        var receipt: Receipt?
        let cost = try await Cost.of { receipt = try await client.upload(ReceiptEndpoint(body: body)) }
        guard receipt == expected else { throw MissedGoal("upload, \(name): the server received other bytes.") }
        return UploadResult(
            name: name, byteCount: expected.byteCount, cost: cost,
            growth: isReset ? ProcessMemory.peak.map { $0 - idle } : nil)
    }
}
