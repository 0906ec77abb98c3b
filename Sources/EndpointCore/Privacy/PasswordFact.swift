/// Tells names of passwords from those of facts about passwords, such as `password_changed_at`, `passwordPolicyUrl` or `has_password`.
///
/// Behind `password` in the name of a fact stand nothing but words of these lists, and the last one is no mere filler. Any other name, such
/// as `password_hint` or `password_reset_url`, is that of a password.
enum PasswordMetadata {
    /// A word that another one begins with stands behind it.
    private static let facts: WordList = """
        attempts at date days timestamp time changedate changed updated modified created expiresin expires expired
        expiry expiration age length policyurl policy strength score complexity required enabled disabled set status
        rules requirements count protected validuntil
        """
    private static let fillers: WordList = "in on last first minimum maximum min max change reset sent was is must be"
    private static let questions: WordList = "has is requires needs uses"

    /// Whether a normalised name, in which `password` stands first at this place, is one of a fact.
    static func isNamed(by name: [UInt8], around password: Range<Int>) -> Bool {
        guard password.upperBound < name.count else { return questions.contains(name[..<password.lowerBound]) }
        var position = password.upperBound
        var isFact = false
        while position < name.count {
            if let end = facts.end(ofOneAt: position, in: name) {
                (position, isFact) = (end, true)
            } else if let end = fillers.end(ofOneAt: position, in: name) {
                (position, isFact) = (end, false)
            } else {
                return false
            }
        }
        return isFact
    }
}
