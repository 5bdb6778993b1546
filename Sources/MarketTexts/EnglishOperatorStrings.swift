import MarketModels

struct EnglishOperatorStrings: OperatorStrings {
    func text(for string: OperatorString) -> String {
        switch string {
        case .signIn: "Sign in"
        case .signInAdvice: "This browser stays signed in until it hasn’t been used for 12 hours."
        case .signInTitle: "Sign in with a link"
        case .linkEndedTitle: "This link no longer works"
        case .signInNeeded:
            "This page is for the operators of this market. A link to sign in works once, within 10 minutes. The person who runs the market’s server creates one with:"
        case .signInAgainTitle: "For this, sign in again"
        case .signInAgain:
            "You signed in more than an hour ago. Open a new link in this browser, and you’ll come back to this page. Another operator can create one on “Operators”, and so can the person who runs the market’s server, with:"
        case .menu: "Operator’s pages"
        case .reports: "Reports"
        case .listings: "Listings"
        case .log: "Log"
        case .sessions: "Signed-in browsers"
        case .team: "Operators"
        case .done: "Done. You can undo it in the log:"
        case .reason: "Reason"
        case .reasonHint: "It’s kept in the log. Sellers and reporters see what concerns them."
        case .missingReason: "Enter a reason."
        case .reasonTooLong: "Use up to 2,000 characters for the reason."
        case .nothingChosen: "Choose at least one listing."
        case .notGivenBack: "Some of these weren’t hidden by an operator or by reports, or their seller is blocked."
        case .noReports: "No open reports"
        case .numbers: "The last 24 hours"
        case .listedToday: "Listed"
        case .soldToday: "Sold"
        case .reportedToday: "Reported"
        case .openReports: "Open reports"
        case .heldListings: "Hidden by operators and reports"
        case .about: "What is reported"
        case .reported: "Reported"
        case .reporter: "Reported by"
        case .goneListing: "A deleted listing"
        case .state: "Status"
        case .dismiss: "Dismiss"
        case .uphold: "Uphold"
        case .upholdAndHide: "Uphold and hide"
        case .decisionHint: "Once you dismiss a report, reports won’t hide the listing again."
        case .alreadyDecided: "This report has already been decided."
        case .isDismissed: "Dismissed"
        case .isUpheld: "Upheld"
        case .find: "Name, seller, or number"
        case .newest: "Newest"
        case .hiddenOnly: "Hidden by operators and reports"
        case .noListings: "No listings here."
        case .chosen: "With the selected listings"
        case .giveBack: "Show again"
        case .letThroughHint: "Showing it again dismisses its open reports for the same reason."
        case .askForChange: "Ask for a change"
        case .askHint: "Who is asked for a change reads the reason. The listing is hidden until you show it again."
        case .changeAsked: "Change asked for"
        case .changedAsAsked: "Changed since you asked"
        case .removeListing: "Remove"
        case .removeHint: "What is removed is deleted after 30 days. Until then, you can undo it."
        case .erase: "Erase for good"
        case .eraseTitle: "Erase this listing for good?"
        case .eraseAdvice:
            "This is for illegal content and personal data. The listing and its pictures in all sizes are gone at once on all servers. This can’t be undone. For anything else, remove it instead."
        case .eraseBackups:
            "Backups from before still have it. Delete them, or erase the listing again after restoring one: keep its number."
        case .eraseReasonHint:
            "The log keeps this and the number, and nothing of the listing. Don’t repeat what must be gone."
        case .eraseConfirm: "I know that this can’t be undone."
        case .notConfirmed: "Confirm that it can’t be undone."
        case .erased: "The listing is erased. Backups from before still have it."
        case .heldByOperator: "Hidden by an operator"
        case .heldByReports: "Hidden by reports"
        case .heldByBlock: "Seller blocked"
        case .removedByOperator: "Removed"
        case .answer: "The seller’s answer"
        case .contact: "Contact"
        case .seller: "Seller"
        case .number: "Number"
        case .price: "Price"
        case .listed: "Listed"
        case .publicPage: "Public page"
        case .block: "Block the seller"
        case .blockAdvice: "Hides all their listings at once. They can’t list or change anything."
        case .unblock: "Unblock the seller"
        case .unblockAdvice: "Shows the listings again that the block has hidden."
        case .isBlocked: "Blocked"
        case .blockFor: "For how long"
        case .forGood: "Until you unblock"
        case .isNotBlocked: "Not blocked"
        case .logHint: "What operators did can be undone for 30 days, unless something else has replaced it."
        case .nothingDone: "Nothing has been done yet."
        case .undo: "Undo"
        case .didDismiss: "Report dismissed"
        case .didUphold: "Report upheld"
        case .didReopen: "Report opened again"
        case .didHold: "Hidden by reports"
        case .didEndHold: "Shown again after 72 hours"
        case .didHide: "Listing hidden"
        case .didAsk: "Change asked for"
        case .didGiveBack: "Listing shown again"
        case .didRemove: "Listing removed"
        case .didDelete: "Removed listing deleted after 30 days"
        case .didErase: "Listing erased for good"
        case .didBlock: "Seller blocked"
        case .didUnblock: "Seller unblocked"
        case .didEndBlock: "Block ended after its days"
        case .didAnswer: "Seller answered"
        case .byReports: "Reports"
        case .byTime: "Time"
        case .bySeller: "Seller"
        case .byCommand: "Command line"
        case .sessionsHint: "A browser is signed out after 12 hours without use."
        case .thisBrowser: "This browser"
        case .signOut: "Sign out"
        case .endSession: "End"
        case .moderator: "Moderator"
        case .operator: "Operator"
        case .moderatorHint: "Moderator: reports, listings, and sellers"
        case .operatorHint: "Operator: all of that, and who else is an operator"
        case .makeLink: "Create a link"
        case .linkAdvice: "Don’t send it to anyone else. It works once, within 10 minutes."
        case .remove: "Remove"
        case .invite: "Invite someone"
        case .name: "Name"
        case .role: "Role"
        }
    }

    func listing(_ number: Int64) -> String { "Listing \(number)" }
    func report(_ number: Int64) -> String { "Report \(number)" }
    func seller(_ number: Int64) -> String { "Seller \(number)" }
    func openReports(_ count: Int) -> String { count == 1 ? "1 report" : "\(ProductTexts.grouped(count)) reports" }
    func link(for name: String) -> String { "The link for \(name)" }
    func makeLink(for name: String) -> String { "Create a link for \(name)" }
    func remove(_ name: String) -> String { "Remove \(name)" }
    func endSession(of name: String) -> String { "End the session of \(name)" }
    func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
    func blocked(until day: String) -> String { "Blocked until \(day)" }
    func used(_ age: String) -> String { "used \(age.prefix(1).lowercased() + age.dropFirst())" }

    func sentence(for problem: OperatorProblem) -> String {
        switch problem {
        case .unusableName: "Enter a name of up to 40 characters."
        case .nameTaken: "Another operator has this name."
        case .unknownOperator: "There is no operator with this name."
        case .lastOperator: "The last operator can’t be removed."
        case .notPermitted: "Only operators can do this, not moderators."
        case .signInTooOld:
            "For this, sign in again: you signed in more than an hour ago. Open a new link in this browser, then send this again."
        case .unusableDays: "A block lasts from 1 to 365 days, or until you unblock the seller."
        case .cannotUndo: "This can’t be undone: something else has happened since, or it was more than 30 days ago."
        }
    }
}
