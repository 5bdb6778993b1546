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
        case .tooManySignIns:
            "Too many links and sign-ins that no longer work came from your network. A new link works at once."
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
        case .unknownAction: "Nothing was done. Choose one of the buttons."
        case .noListing: "There’s no such listing anymore."
        case .notGivenBack: "Some of these weren’t hidden by an operator or by reports, or their seller is blocked."
        case .server: "Storage and requests"
        case .databaseSize: "Database"
        case .imagesSize: "Pictures"
        case .unknownSize: "Unknown"
        case .inObjectStore: "In the object store"
        case .measuring: "Being measured"
        case .requests: "Requests to this server"
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
        case .decisionHint:
            "Once you dismiss a report, reports won’t hide the listing again until its seller changes it."
        case .alreadyDecided: "This report has already been decided."
        case .isDismissed: "Dismissed"
        case .isUpheld: "Upheld"
        case .find: "Name, seller, text, contact, or number"
        case .newest: "Newest"
        case .hiddenOnly: "Hidden by operators and reports"
        case .noListings: "No listings here."
        case .chosen: "With the selected listings"
        case .giveBack: "Show again"
        case .decideTheirReports:
            "Decide their open reports, too: hiding and removing uphold them, approving and showing again dismiss them"
        case .letThroughHint: "Showing it again dismisses its open reports for the same reason."
        case .askForChange: "Ask for a change"
        case .askHint: "Whoever is asked for a change reads the reason. The listing is hidden until you show it again."
        case .changeAsked: "Change asked for"
        case .changedAsAsked: "Changed or answered"
        case .editedSinceReport: "The seller has edited the listing since this report. It may have looked different."
        case .removeListing: "Remove"
        case .removeHint: "What is removed is deleted after 30 days. Until then, you can undo it."
        case .erase: "Erase for good"
        case .eraseTitle: "Erase this listing for good?"
        case .eraseAdvice:
            "This is for illegal content and personal data. The listing and its pictures in all sizes are gone at once on all servers. This can’t be undone. For anything else, remove it instead."
        case .eraseOthers:
            "These listings show one of its pictures, too, and it stays with them. If nobody may have it, erase them as well:"
        case .eraseBackups:
            "Backups from before still have it. Delete them, or erase the listing again after restoring one: keep its number."
        case .eraseReasonHint:
            "The log keeps this and the number, and nothing of the listing. Don’t repeat what must be gone."
        case .eraseConfirm: "I know that this can’t be undone."
        case .notConfirmed: "Confirm that it can’t be undone."
        case .erasedWithoutImages:
            "The listing is erased. Its pictures are shown to nobody, but couldn’t be removed from storage yet; the market keeps trying. Backups from before still have it all."
        case .erased: "The listing is erased. Backups from before still have it."
        case .newPassword: "Give a new password"
        case .newPasswordTitle: "Give this listing a new password?"
        case .newPasswordAdvice:
            "For a seller who has forgotten theirs. Make sure first that the listing is theirs. The old password, and the browsers and the link that could change the listing, stop working at once. You see the new password once."
        case .newPasswordReasonHint: "The log keeps this, and not the password."
        case .newPasswordMade: "The new password"
        case .newPasswordOnce:
            "Give it to the seller, and to nobody else. It isn’t shown again. With it, they can change the listing, and use it again in their browser."
        case .passwordChanged: "The password was changed meanwhile. Send the form again to give another one."
        case .heldByOperator: "Hidden by an operator"
        case .heldByReports: "Hidden by reports"
        case .heldByBlock: "Seller blocked"
        case .removedByOperator: "Removed"
        case .answer: "The seller’s answer"
        case .seller: "Seller"
        case .number: "Number"
        case .listed: "Listed"
        case .publicPage: "Public page"
        case .block: "Block the seller"
        case .blockAdvice: "Hides all their listings at once. They can’t list or change anything."
        case .unblock: "Unblock the seller"
        case .unblockAdvice: "Shows the listings again that the block has hidden."
        case .rename: "Change the name"
        case .renameAdvice:
            "All their listings show the new name at once, and the seller reads the reason. The log doesn’t keep the former name."
        case .isBlocked: "Blocked"
        case .blockFor: "For how long"
        case .forGood: "Until you unblock"
        case .isNotBlocked: "Not blocked"
        case .logHint: "What operators did can be undone for 30 days, unless something else has replaced it."
        case .nothingDone: "Nothing has been done yet."
        case .undo: "Undo"
        case .byReports: "Reports"
        case .byTime: "Time"
        case .bySeller: "Seller"
        case .byCommand: "Command line"
        case .invitations: "Invitations"
        case .invitationsHint: "An invitation lets one browser sell under this name. It works once, within 7 days."
        case .inviteSeller: "Invite a seller"
        case .sellerName: "The seller’s name"
        case .invitationAdvice:
            "Give this address or this code to the seller only. It works once, within 7 days, and isn’t shown again."
        case .revokeInvitation: "Revoke"
        case .noInvitations: "Nobody has been invited yet."
        case .invitationOpen: "Open"
        case .invitationAccepted: "Accepted"
        case .invitationRevoked: "Revoked"
        case .invitationExpired: "Expired"
        case .waiting: "Waiting for approval"
        case .approve: "Approve"
        case .refuse: "Refuse"
        case .notApproved: "Some of these aren’t waiting now, or their seller is blocked."
        case .versionMissing:
            "Not shown to others, because the form didn’t say what you had looked at. This is how it is now."
        case .blockedContact: "Blocked contact"
        case .refuseHint: "Its seller sees the reason for a refusal and can answer. An approval needs none."
        case .sessionsHint: "A browser is signed out after 12 hours without use."
        case .thisBrowser: "This browser"
        case .signOut: "Sign out"
        case .endSession: "End"
        case .moderator: "Moderator"
        case .operator: "Operator"
        case .moderatorHint: "Moderator: reports, listings, and sellers"
        case .operatorHint: "Operator: all of that, the settings, and who else is an operator"
        case .makeLink: "Create a link"
        case .linkAdvice: "Don’t send it to anyone else. It works once, within 10 minutes."
        case .remove: "Remove"
        case .removeAdvice:
            "They are signed out of all browsers at once, and their keys and their feed end. What they have done stays. To let them in again, invite them."
        case .invite: "Invite someone"
        case .name: "Name"
        case .role: "Role"
        case .feed: "A feed for when you aren’t looking"
        case .feedTitle: "Waiting for an operator"
        case .feedHint:
            "Your feed reader shows new reports and changed listings, without contacts and without who reported. Whoever knows the address can read it."
        case .feedAddress: "The address of your feed"
        case .feedAdvice: "Give it to your feed reader only. It isn’t shown again."
        case .makeFeed: "Create an address"
        case .replaceFeed: "Replace the address"
        case .endFeed: "End the feed"
        case .keys: "Keys for programs"
        case .keysHint:
            "With a key, a program does over the API what you do here, and the log names both. It can’t erase anything or change settings, and it ends with you."
        case .keyName: "What the key is for"
        case .makeKey: "Create a key"
        case .keyAdvice: "Give it to your program only. It isn’t shown again."
        case .endKeyAdvice:
            "From now on, programs that use this key can’t do anything here. What they have done stays. This can’t be undone; you can create another key."
        case .logo: "Logo"
        case .logoHint:
            "In the header, tabs, the installed app, link previews and on printed sheets. The square in the middle of a picture, at least 192 pixels wide and high; transparent parts become white."
        case .removeLogo: "Save without logo"
        case .chooseLogo: "Choose the picture again."
        case .logoTooSmall:
            "The logo is too small or too long: the square in its middle has too few pixels. Choose a picture of at least 192 × 192 pixels, at most ten times as long as wide."
        case .contacts: "Blocked contacts"
        case .contactsHint:
            "A phone number, an email or a link, however it’s written, or a text with a name such as kakao kim01. New listings and edits with it are refused, and listings that have it are hidden."
        case .blockAContact: "Block a contact"
        case .noContacts: "No contact is blocked."
        case .contactToBlock: "Contact"
        case .contactNotBlocked:
            "Some of these have no contact of their own, or it’s blocked already. Words that others write, too, can’t be blocked."
        case .noNewContact:
            "Enter a contact that isn’t blocked yet. Words that others write, too, can’t be blocked."
        case .noContactChosen: "Choose at least one contact."
        case .contactsToBlock: "Contacts to block"
        case .contactOfOthers: "Other sellers have given it, too. Blocking it hides their listings."
        case .unblockContact: "Unblock"
        case .heldByContact: "Contact blocked"
        case .blockContact: "Block contact"
        case .blockContactHint:
            "Block contact: from now on, nobody can list with the selected ones, and all listings that have one are hidden."
        case .lock: "Lock"
        case .unlock: "Unlock"
        case .lockHint: "Lock: everybody still sees the listing, and its seller can change neither it nor its status."
        case .isLocked: "Locked"
        case .settings: "Settings"
        case .saved: "Saved."
        case .notSaved: "Nothing was saved yet. See below."
        case .save: "Save"
        case .fixedBySettings: "The settings file of the server defines this, so it can’t be changed here."
        case .pages: "Pages"
        case .pagesHint: "Once published, they’re linked at the end of every page."
        case .pageMissing: "Not written yet"
        case .pageHidden: "Not published"
        case .pageHasGaps: "Not published, still has gaps"
        case .pagePublished: "Published"
        case .pageHint: "The text can have # headings, **bold** words, - lists, and [links](https://…)."
        case .templateHint: "This is a template. Fill in what’s in brackets. It isn’t legal advice."
        case .pageText: "Text"
        case .preview: "Preview"
        case .publish: "Publish"
        case .unpublish: "Don’t publish"
        case .removePage: "Remove"
        case .removePageAdvice:
            "Its text is gone for good, and nobody can read the page from now on. If you may need the text again, only take the page back."
        case .savedMeanwhile: "What someone else has saved"
        }
    }

    func name(of action: ModerationEntry.Action) -> String {
        switch action {
        case .dismissed: "Report dismissed"
        case .upheld: "Report upheld"
        case .reopened: "Report opened again"
        case .held: "Hidden by reports"
        case .holdEnded: "Shown again after 72 hours"
        case .holdKept: "Stays hidden: a report was right"
        case .changed: "Changed by its seller"
        case .hidden: "Listing hidden"
        case .changeAsked: "Change asked for"
        case .givenBack: "Listing shown again"
        case .approved: "Listing approved"
        case .waitsAgain: "Listing waits again"
        case .changeWaits: "Change waits for approval"
        case .locked: "Listing locked"
        case .unlocked: "Listing unlocked"
        case .removed: "Listing removed"
        case .deleted: "Removed listing deleted after 30 days"
        case .erased: "Listing erased for good"
        case .secretReplaced: "New password given"
        case .blocked: "Seller blocked"
        case .unblocked: "Seller unblocked"
        case .contactBlocked: "Contact blocked"
        case .contactUnblocked: "Contact unblocked"
        case .renamed: "Seller’s name changed"
        case .blockEnded: "Block ended after its days"
        case .answered: "Seller answered"
        case .settingChanged: "Setting changed"
        case .pageChanged: "Page changed"
        case .pagePublished: "Page published"
        case .pageUnpublished: "Page no longer published"
        case .pageRemoved: "Page removed"
        case .invited: "Seller invited"
        case .invitationRevoked: "Invitation revoked"
        case .invitationAccepted: "Invitation accepted"
        case .operatorAdded: "Operator added"
        case .moderatorAdded: "Moderator added"
        case .operatorRemoved: "Operator removed"
        case .operatorLinkMade: "Sign-in link created"
        case .operatorSessionEnded: "Browser signed out"
        case .operatorKeyMade: "Key created"
        case .operatorKeyEnded: "Key ended"
        case .operatorFeedMade: "Feed created"
        case .operatorFeedEnded: "Feed ended"
        }
    }

    func listing(_ number: Int64) -> String { "Listing \(number)" }
    func report(_ number: Int64) -> String { "Report \(number)" }
    func seller(_ number: Int64) -> String { "Seller \(number)" }
    func openReports(_ count: Int) -> String { count == 1 ? "1 report" : "\(ProductTexts.grouped(count)) reports" }
    func changed(_ fields: [String]) -> String { "Changed: \(fields.map { $0.lowercased() }.joined(separator: ", "))" }
    func before(_ field: String) -> String { "\(field) before the change" }
    func decideReports(_ count: Int) -> String {
        let (reports, them) =
            count == 1 ? ("open report", "it") : ("\(ProductTexts.grouped(count)) open reports", "them")
        return
            "Decide its \(reports), too: hiding and removing uphold \(them), approving and showing again dismiss \(them)"
    }
    func upholdReports(_ count: Int) -> String {
        count == 1 ? "And uphold the open report" : "And uphold the \(ProductTexts.grouped(count)) open reports"
    }
    func otherReports(_ count: Int, ofListing isListing: Bool) -> String {
        let reports = count == 1 ? "the other report" : "the other \(ProductTexts.grouped(count)) reports"
        return "And \(reports) of this \(isListing ? "listing" : "seller")"
    }
    func same(_ links: [RelatedSeller.Link]) -> String {
        let names = links.map { link in
            switch link {
            case .contact: "contact"
            case .browser: "browser"
            case .network: "network"
            }
        }
        let first = names.dropLast().joined(separator: ", ")
        return "Same \(first.isEmpty ? "" : "\(first) and ")\(names.last ?? "")"
    }
    func link(for name: String) -> String { "The link for \(name)" }
    func makeLink(for name: String) -> String { "Create a link for \(name)" }
    func remove(_ name: String) -> String { "Remove \(name)" }
    func shallRemove(_ name: String) -> String { "Remove \(name)?" }
    func shallRemove(page name: String) -> String { "Remove the page “\(name)”?" }
    func shallEnd(_ key: String) -> String { "End \(key.prefix(1).lowercased() + key.dropFirst())?" }
    func endSession(of name: String, in browser: String) -> String { "End the session of \(name), \(browser)" }
    func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
    func blocked(until day: String) -> String { "Blocked until \(day)" }
    func until(_ day: String) -> String { "until \(day)" }
    func revokeInvitation(of name: String) -> String { "Revoke the invitation of \(name)" }
    func used(_ age: String) -> String { "used \(age.prefix(1).lowercased() + age.dropFirst())" }
    func size(_ size: String, free: String) -> String { "\(size), \(free) free" }
    func requests(_ count: String, since day: String) -> String { "\(count) since \(day)" }
    func key(_ name: String) -> String { "The key “\(name)”" }
    func endKey(_ name: String) -> String { "End the key “\(name)”" }
    func by(_ name: String, withKey key: String) -> String { "\(name), over the API (\(key))" }
    func changedSince(_ names: [String]) -> String {
        "Changed since you looked, so left as it is: \(names.map { "“\($0)”" }.joined(separator: ", ")). Look again."
    }
    func feedMade(on day: String) -> String { "Your feed’s address was created on \(day)." }

    func sentence(for problem: OperatorProblem) -> String {
        switch problem {
        case .unusableName:
            "Enter a name of up to 40 characters, without hidden ones. Words that the log uses can’t be names."
        case .nameTaken: "Another operator has this name."
        case .unknownOperator: "There is no operator with this name."
        case .lastOperator: "The last operator can’t be removed."
        case .notPermitted: "Only operators can do this, not moderators."
        case .signInTooOld:
            "For this, sign in again: you signed in more than an hour ago. Open a new link in this browser, then send this again."
        case .unusableDays: "A block lasts from 1 to 365 days, or until you unblock the seller."
        case .cannotUndo: "This can’t be undone: something else has happened since, or it was more than 30 days ago."
        case .unusableSellerName:
            "Give the seller a name of 1 to 100 characters, without hidden ones, that is neither “Guest” nor a number."
        case .invitationEnded: "This invitation was accepted or revoked already."
        case .alreadyDecided: text(for: .alreadyDecided)
        case .notGivenBack: "This listing isn’t hidden by an operator or by reports, or its seller is blocked."
        case .notApproved: "This listing isn’t waiting now, or its seller is blocked."
        case .contactBlocked:
            "A listing with a blocked contact can’t be shown to others. Unblock the contact first, or leave it hidden."
        case .reportsAreOpen:
            "People have reported this listing. Decide the reports first: whoever reported it reads your reason."
        case .listingIsRemoved: "A removed listing is hidden already, and stays removed until you show it again."
        case .listingChanged: "This listing has changed meanwhile. Look at it again before you show it to others."
        case .notLocked: "This listing isn’t locked."
        case .contactNotBlocked: "This contact isn’t blocked."
        }
    }
}
