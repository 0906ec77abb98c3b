/// What a log says about one step.
struct LogWords {
    let level: LogLevel
    let event: String
    let message: String
    var fields: [String: String] = [:]

    init(_ level: LogLevel, _ event: String, _ message: String, fields: [String: String] = [:]) {
        (self.level, self.event, self.message, self.fields) = (level, event, message, fields)
    }
}

extension LogWords {
    /// The words for a step between the beginning and the end of a call.
    init(_ step: CallStep) {
        switch step {
        case .began: self.init(.debug, "began", "began")
        case .ended: self.init(.info, "ended", "ended")
        case .attempted(let report): self.init(report)
        case .retrying(let wait, let failure):
            self.init(
                .notice, "retrying", "\(failure): tried again in \(wait.brief)",
                fields: ["after": String(wait.brief.dropLast(2)), "reason": "\(failure)"])
        case .gaveUp(let reason):
            self.init(.notice, "gaveUp", "not tried again: \(reason)", fields: ["reason": "\(reason)"])
        case .redirected(let status, let origin):
            self.init(.debug, "redirected", "\(HTTPStatus.line(status)): on to \(origin)", fields: ["to": "\(origin)"])
        case .warned(let sentence): self.init(.warning, "warned", "the client is out of order: \(sentence)")
        default: self.init(guarding: step)
        }
    }

    private init(_ report: AttemptReport) {
        self.init(
            .debug, "attempted", "\(report)",
            fields: [
                "attempt": "\(report.number)", "duration": String(report.duration.brief.dropLast(2)),
                "status": report.status.map { "\($0)" } ?? "",
            ])
    }

    /// The words for what credentials, breakers and fallbacks do.
    private init(guarding step: CallStep) {
        switch step {
        case .waitingForCredential:
            self.init(.debug, "waitingForCredential", "waits for a credential that is being refreshed")
        case .replaying: self.init(.notice, "replaying", "401 Unauthorized: sent again with a new credential")
        case .noCredential(let reason): self.init(.warning, "noCredential", reason, fields: ["reason": reason])
        case .breakerOpened(let pause):
            self.init(.warning, "breakerOpened", "the server keeps failing: it is left alone for \(pause.brief)")
        case .breakerClosed: self.init(.notice, "breakerClosed", "the server is well again")
        case .breakerRejected(let pause):
            self.init(.notice, "breakerRejected", "not sent: the server is left alone for another \(pause.brief)")
        case .fellBack(let reason):
            self.init(.notice, "fellBack", "\(reason): answered from elsewhere", fields: ["reason": reason])
        default: self.init(.debug, "\(step)", "\(step)")
        }
    }
}
