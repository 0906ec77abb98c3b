/// What a log says about one step.
struct LogWords {
    let event: String
    let message: String
    var fields: [String: String] = [:]

    init(_ event: String, _ message: String, fields: [String: String] = [:]) {
        (self.event, self.message, self.fields) = (event, message, fields)
    }
}

extension LogWords {
    /// The words for a step between the beginning and the end of a call.
    init(_ step: CallStep) {
        switch step {
        case .began: self.init("began", "began")
        case .ended: self.init("ended", "ended")
        case .attempted(let report): self.init(report)
        case .retrying(let wait, let failure):
            self.init(
                "retrying", "\(failure): tried again in \(wait.brief)",
                fields: ["after": wait.secondsText, "reason": "\(failure)"])
        case .gaveUp(let reason): self.init("gaveUp", "not tried again: \(reason)", because: "\(reason)")
        case .redirected(let status, let origin):
            self.init("redirected", "\(HTTPStatus.line(status)): on to \(origin)", fields: ["to": "\(origin)"])
        case .warned(let sentence): self.init("warned", "the client is out of order: \(sentence)", because: sentence)
        case .waitingForCredential: self.init("waitingForCredential", "waits for a credential that is being refreshed")
        case .replaying: self.init("replaying", "401 Unauthorized: sent again with a new credential")
        case .noCredential(let reason): self.init("noCredential", reason, because: reason)
        case .breakerOpened(let pause):
            self.init("breakerOpened", "the server keeps failing: it is left alone for \(pause.brief)")
        case .breakerClosed: self.init("breakerClosed", "the server is well again")
        case .breakerRejected(let pause):
            self.init("breakerRejected", "not sent: the server is left alone for another \(pause.brief)")
        case .fellBack(let reason): self.init("fellBack", "\(reason): answered from elsewhere", because: reason)
        }
    }

    private init(_ event: String, _ message: String, because reason: String) {
        self.init(event, message, fields: ["reason": reason])
    }

    private init(_ report: AttemptReport) {
        var fields = ["attempt": "\(report.number)", "duration": report.duration.secondsText]
        fields["status"] = report.status.map { "\($0)" }
        self.init("attempted", "\(report)", fields: fields)
    }
}
