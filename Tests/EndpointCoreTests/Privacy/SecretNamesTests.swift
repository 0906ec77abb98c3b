import EndpointCore
import Foundation
import Testing

@Suite struct PasswordMetadataTests {
    private static let facts = [
        "password_changed_at", "passwordUpdatedAt", "password_expires_in_days", "password_expires",
        "passwordExpiration",
        "password_expiry_date", "password_policy", "password_policy_url", "passwordStrength", "min_password_length",
        "password_min_length", "password_required", "is_password_set", "passwordEnabled", "password_last_changed",
        "password_reset_required", "password_reset_sent_at", "password_change_date", "has_password", "isPassword",
        "requires_password", "user.password_changed_at", "user_password_set", "password_attempts", "passwordExpiresIn",
        "password_is_expired", "password_must_be_changed",
    ]

    private static let passwords = [
        "password", "new_password", "password_confirmation", "password2", "passwordHash", "password_hint",
        "db_password",
        "password_old", "passwords", "password_repeat", "password_again", "password_reset_token", "this_password",
        "hash_password", "user_has_password", "password_salt", "password_set_password", "password_changed_password",
        "passwort", "mot_de_passe", "wachtwoord", "client_secret", "apiKey", "refresh-token", "recovery.code",
        "user[pwd]",
    ]

    @Test(arguments: facts)
    func `metadata about a password is kept`(name: String) {
        #expect(json(name) == #"{"\#(name)":"c4n4ry7x","x":30}"#)
        #expect(Redaction.standard.form("\(name)=c4n4ry7x&x=1") == "\(name)=c4n4ry7x&x=1")
        #expect(Redaction.standard.urlText("/a?\(name)=c4n4ry7x") == "/a?\(name)=c4n4ry7x")
        #expect(Redaction.standard.text("\(name): c4n4ry7x") == "\(name): c4n4ry7x")
    }

    @Test(arguments: passwords)
    func `a password itself is replaced`(name: String) {
        #expect(json(name) == #"{"\#(name)":"{{secret}}","x":30}"#)
        #expect(Redaction.standard.form("\(name)=c4n4ry7x&x=1") == "\(name)={{secret}}&x=1")
        #expect(Redaction.standard.urlText("/a?\(name)=c4n4ry7x") == "/a?\(name)={{secret}}")
        #expect(Redaction.standard.text("\(name): c4n4ry7x") == "\(name): {{secret}}")
    }

    @Test func `metadata that the user calls secret is replaced`() {
        let redaction = Redaction.standard.redacting(jsonKeys: ["password_policy"])
        let redacted = redaction.json(Data(#"{"passwordPolicy":"c4n4ry7x"}"#.utf8))
        #expect(String(decoding: redacted, as: UTF8.self) == #"{"passwordPolicy":"{{secret}}"}"#)
    }

    @Test func `a token in the URL of a password policy is replaced`() {
        let redacted = Redaction.standard.json(Data(#"{"password_policy_url":"https://h/?token=c4n4ry7x"}"#.utf8))
        #expect(String(decoding: redacted, as: UTF8.self) == #"{"password_policy_url":"https://h/?token={{secret}}"}"#)
    }

    private func json(_ name: String) -> String {
        String(decoding: Redaction.standard.json(Data(#"{"\#(name)":"c4n4ry7x","x":30}"#.utf8)), as: UTF8.self)
    }
}
