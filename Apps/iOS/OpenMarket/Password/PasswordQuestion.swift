import MarketTexts

/// What the screen that asks for a password says.
struct PasswordQuestion {
    let title: String
    let advice: String
    /// The title of the button.
    let action: String
    /// Whether the action can't be undone.
    var isDestructive = false

    /// Whether a known password is checked at once, because there is nothing to confirm.
    var startsWhenKnown = false

    /// - Parameter isKnown: whether the password was right within the last hour.
    static func edit(_ texts: ScreenTexts, isKnown: Bool) -> PasswordQuestion {
        PasswordQuestion(
            title: texts.web[isKnown ? .editListing : .editQuestion],
            advice: isKnown ? texts.app[.checking] : texts.web[.editQuestionAdvice],
            action: texts.web[.next],
            startsWhenKnown: true
        )
    }

    /// - Parameter isKnown: whether the password was right within the last hour.
    static func deletion(_ web: WebTexts, isKnown: Bool) -> PasswordQuestion {
        PasswordQuestion(
            title: web[isKnown ? .deleteKnownQuestion : .deleteQuestion],
            advice: web[isKnown ? .deleteKnownAdvice : .deleteQuestionAdvice],
            action: web[.deleteForever],
            isDestructive: true
        )
    }

    /// - Parameter advice: why the password is needed, from ``ListingStateModel``.
    static func state(_ advice: String, _ web: WebTexts) -> PasswordQuestion {
        PasswordQuestion(title: web[.manageQuestion], advice: advice, action: web[.next])
    }
}
