/// The fixed texts of the operators' pages. The raw values are the names that templates use.
public enum OperatorString: String, CaseIterable, Sendable {
    // Getting in
    case signIn, signInAdvice, signInTitle, linkEndedTitle, signInNeeded, signInAgainTitle, signInAgain,
        tooManySignIns
    // Every page
    case menu, reports, listings, log, sessions, team, done, reason, reasonHint, missingReason, reasonTooLong,
        nothingChosen, unknownAction, noListing, notGivenBack
    // Reports
    case noReports, numbers, listedToday, soldToday, reportedToday, openReports, heldListings, about, reported,
        reporter, goneListing, state, dismiss, uphold, upholdAndHide, decisionHint, alreadyDecided, isDismissed,
        isUpheld
    case server, databaseSize, imagesSize, unknownSize, inObjectStore, measuring, requests
    // Listings and sellers
    case find, newest, hiddenOnly, noListings, chosen, decideTheirReports, giveBack, letThroughHint, askForChange,
        askHint,
        changeAsked, changedAsAsked, editedSinceReport, removeListing,
        removeHint, erase, eraseTitle, eraseAdvice, eraseOthers, eraseBackups, eraseReasonHint, eraseConfirm,
        notConfirmed, erased, erasedWithoutImages,
        newPassword, newPasswordTitle, newPasswordAdvice, newPasswordReasonHint, newPasswordMade, newPasswordOnce,
        passwordChanged,
        heldByOperator, heldByReports, heldByBlock, removedByOperator, answer,
        seller, number, listed, publicPage, block, blockAdvice, unblock,
        unblockAdvice, rename, renameAdvice, isBlocked, blockFor,
        forGood,
        isNotBlocked
    case contacts, contactsHint, blockAContact, noContacts, contactToBlock, contactNotBlocked, noNewContact,
        noContactChosen, contactsToBlock, contactOfOthers,
        unblockContact,
        heldByContact, blockContact, blockContactHint
    case lock, unlock, lockHint, isLocked
    // The log
    case logHint, nothingDone, undo, byReports, byTime, bySeller, byCommand
    // New listings
    case waiting, approve, refuse, refuseHint, notApproved, versionMissing, blockedContact
    // Invitations
    case invitations, invitationsHint, inviteSeller, sellerName, invitationAdvice, revokeInvitation, noInvitations,
        invitationOpen, invitationAccepted, invitationRevoked, invitationExpired
    // Sessions and operators
    case sessionsHint, thisBrowser, signOut, endSession, moderator, `operator`, moderatorHint, operatorHint,
        makeLink, linkAdvice, remove, removeAdvice, invite, name, role
    // The feed
    case feed, feedTitle, feedHint, feedAddress, feedAdvice, makeFeed, replaceFeed, endFeed
    // Keys
    case keys, keysHint, keyName, makeKey, keyAdvice, endKeyAdvice
    // Settings
    case logo, logoHint, removeLogo, chooseLogo, logoTooSmall
    case settings, saved, isPublished, isUnpublished, isRemoved, notSaved, save, fixedBySettings
    case pages, pagesHint, pageMissing, pageHidden, pageHasGaps, pagePublished, pageHint, templateHint, pageText
    case preview, publish, unpublish, removePage, removePageAdvice, savedMeanwhile
}

/// The texts of the operators' pages with something in them. Days and ages are as ``ProductTexts`` formats them.
public enum OperatorSentence: Sendable {
    /// The name of a listing of which only the number is shown.
    case listing(Int64)
    /// The name of a report.
    case report(Int64)
    /// The name of a seller of whom only the number is shown.
    case seller(Int64)
    /// The number of open reports about something, at least 1.
    case openReports(Int)
    /// Which fields of a listing its seller has changed, from their labels.
    case changed([String])
    /// The title of what a field was before a change.
    case before(String)
    /// What decides a listing's open reports as well, from their number.
    case decideReports(Int)
    /// What upholds the open reports about a listing or a seller as well.
    case upholdReports(Int)
    /// What decides the other open reports about a listing or a seller as well.
    case otherReports(Int, ofListing: Bool)
    /// The title of a link with which an operator signs in.
    case link(for: String)
    /// The accessibility label of the button that makes such a link.
    case makeLink(for: String)
    /// The accessibility label of the button that removes an operator.
    case remove(String)
    /// The question whether an operator is to be removed.
    case shallRemove(String)
    /// The question whether a page is to be removed.
    case shallRemovePage(String)
    /// The question whether a key is to end, from what ``key(_:)`` says.
    case shallEnd(String)
    /// The accessibility label of the button that ends an operator's session.
    case endSession(of: String, in: String)
    /// How long a block lasts.
    case days(Int)
    /// A seller is blocked, and until which day.
    case blocked(until: String)
    /// Until which day an invitation can be used.
    case until(String)
    /// The accessibility label of the button that revokes an invitation.
    case revokeInvitation(of: String)
    /// When a session was last used, from its age.
    case used(String)
    /// The number of requests since a day.
    case requests(Int, since: String)
    /// The title of a key.
    case key(String)
    /// The accessibility label of the button that ends a key.
    case endKey(String)
    /// Who did something with which key, over the API.
    case by(String, withKey: String)
    /// Listings, or a seller, have changed since an operator has looked at them, so that they were left as they are.
    case changedSince([String])
    /// When a feed was made.
    case feedMade(on: String)
}
