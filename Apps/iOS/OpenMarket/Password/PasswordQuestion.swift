import MarketTexts

/// What the screen that asks for a password says.
struct PasswordQuestion {
    let title: String
    let advice: String
    /// The title of the button.
    let action: String
    /// Whether the action can't be undone.
    var isDestructive = false

    static func edit(_ web: WebTexts) -> PasswordQuestion {
        PasswordQuestion(title: web[.editQuestion], advice: web[.editQuestionAdvice], action: web[.next])
    }

    static func deletion(_ web: WebTexts) -> PasswordQuestion {
        PasswordQuestion(
            title: web[.deleteQuestion],
            advice: web[.deleteQuestionAdvice],
            action: web[.deleteForever],
            isDestructive: true
        )
    }

    /// - Parameter advice: why the password is needed, from ``ListingStateModel``.
    static func state(_ advice: String, _ web: WebTexts) -> PasswordQuestion {
        PasswordQuestion(title: web[.manageQuestion], advice: advice, action: web[.next])
    }
}
