/// One exchange as a cassette keeps it: what was asked, what came of it, and when.
///
/// It is the one value that a mock, a replay, a recording and a drift report share. All that a HAR file says twice or five times,
/// such as the URL, its query and the form in a body, is derived from it.
public struct Interaction: Hashable, Sendable {
    /// How an exchange ended.
    public enum Outcome: Hashable, Sendable {
        /// The server answered, with success or not.
        case response(Response)
        /// No answer came.
        case failure(Failure)
    }

    /// What was asked.
    public var request: Request

    /// What came of it.
    public var outcome: Outcome

    /// When the request was started.
    public var startedDateTime: Date

    /// How long the parts of the exchange took.
    public var timing: Timing

    /// The pieces in which the body arrived, in order, if that was recorded. Their lengths add up to that of the body.
    public var chunks: [Chunk]

    /// A name of your own for this exchange.
    public var id: String?

    /// A remark for whoever reads the file.
    public var note: String?

    /// An exchange. Without a date it lies at the beginning of 1970.
    public init(
        _ request: Request, _ outcome: Outcome, startedDateTime: Date = Date(timeIntervalSince1970: 0),
        timing: Timing = Timing(), chunks: [Chunk] = [], id: String? = nil, note: String? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.startedDateTime = startedDateTime
        self.timing = timing
        self.chunks = chunks
        self.id = id
        self.note = note
    }
}

extension Interaction {
    /// The answer, if one came.
    public var response: Response? {
        guard case .response(let response) = outcome else { return nil }
        return response
    }

    /// The failure, if no answer came.
    public var failure: Failure? {
        guard case .failure(let failure) = outcome else { return nil }
        return failure
    }
}

extension Interaction: CustomStringConvertible {
    /// `GET https://api.example.com/v1/me → 204`
    public var description: String {
        switch outcome {
        case .response(let response): "\(request) → \(response.status)"
        case .failure(let failure): "\(request) → \(failure)"
        }
    }
}
