import EndpointCore
import Testing

@Suite struct GiveUpReasonTests {
    @Test(arguments: [
        (GiveUpReason.budget, "too few calls to this server succeed"),
        (.retryAfter(.seconds(90)), "the server asks to wait for 90 s"),
        (.credential, "the credential could not be refreshed"),
        (.notIdempotent, "the request is not safe to repeat"),
    ])
    func `a reason reads as the end of a sentence`(reason: GiveUpReason, words: String) {
        #expect("\(reason)" == words)
    }
}
