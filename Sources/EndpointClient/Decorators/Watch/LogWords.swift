/// What a log says about one step.
struct StepText {
    let event: String
    let message: String
    var fields: [String: String] = [:]

    init(_ event: String, _ message: String, fields: [String: String] = [:]) {
        (self.event, self.message, self.fields) = (event, message, fields)
    }
}

extension StepText {
    /// The words for a step between the beginning and the end of a call.
    init(_ step: CallStep, _ redaction: Redaction) {
        let (event, fields) = Self.facts(of: step, redaction)
        self.init(event, step.words(redaction), fields: fields)
    }

    private static func facts(
        of step: CallStep, _ redaction: Redaction
    ) -> (event: String, fields: [String: String]) {
        switch step {
        case .began: ("began", [:])
        case .ended: ("ended", [:])
        case .attempted(let report): ("attempted", fields(of: report))
        case .retrying(let wait, let failure): ("retrying", ["after": wait.secondsText, "reason": "\(failure)"])
        case .gaveUp(let reason): ("gaveUp", ["reason": "\(reason)"])
        case .redirected(_, let origin): ("redirected", ["to": "\(origin)"])
        case .warned(let reason): ("warned", ["reason": redaction.reason(reason)])
        case .waitingForCredential: ("waitingForCredential", [:])
        case .replaying: ("replaying", [:])
        case .noCredential(let reason): ("noCredential", ["reason": redaction.reason(reason)])
        case .breakerOpened: ("breakerOpened", [:])
        case .breakerClosed: ("breakerClosed", [:])
        case .breakerRejected: ("breakerRejected", [:])
        case .fellBack(let reason): ("fellBack", ["reason": redaction.reason(reason)])
        }
    }

    private static func fields(of report: AttemptReport) -> [String: String] {
        var fields = ["attempt": "\(report.number)", "duration": report.duration.secondsText]
        fields["status"] = report.status.map { "\($0)" }
        return fields
    }
}
