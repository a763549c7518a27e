// Generated from public/openapi.json by "npm run openapi". Do not edit it.

export interface paths {
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get an access token for client credentials */
        post: operations["grantAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your organizations */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the organization */
        get: operations["getOrganization"];
        /** Change the organization */
        put: operations["updateOrganization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how often badges were issued, accepted, viewed, shared, downloaded and verified */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/api_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requests of the last 7 days (requires every scope), newest first */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/api_requests/{api_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a request with its bodies (requires every scope) */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/audit_chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the hash chain of audit entries, with its newest signed head */
        get: operations["getAuditChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/audit_chain/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export audit entries with their hashes and signed heads, as lines of JSON that anyone can verify */
        get: operations["exportAuditChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/audit_chain/heads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the signed heads of the hash chain of audit entries, newest first */
        get: operations["listAuditHeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/audit_chain/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verify a part of the hash chain of audit entries: up to 4,000 links, or that 10,000 entries are in the chain */
        get: operations["verifyAuditChain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/audit_entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of the audit log, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/authorization_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List authorization tokens */
        get: operations["listTokens"];
        put?: never;
        /** Create an authorization token */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/authorization_tokens/{authorization_token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an authorization token */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/authorization_tokens/{authorization_token_id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show an authorization token with its secret (recorded in the audit log) */
        post: operations["revealToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/authorization_tokens/{authorization_token_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate an authorization token */
        post: operations["rotateTokenById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/authorization_tokens/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the authorization token of this request */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_art_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a badge design */
        post: operations["previewArt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_bulk_actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List bulk actions */
        get: operations["listBulkActions"];
        put?: never;
        /** Resend, revoke or delete all badges that match a filter */
        post: operations["startBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_bulk_actions/{badge_bulk_action_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a bulk action */
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_bulk_actions/{badge_bulk_action_id}/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the badges of a bulk action */
        get: operations["listBulkActionItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_bulk_actions/{badge_bulk_action_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a bulk action that is running */
        post: operations["cancelBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports */
        get: operations["listImports"];
        put?: never;
        /** Upload a file of badges to issue and check it */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an import */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /** Delete an import */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        /** Change an import and check it again */
        patch: operations["updateImport"];
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel an import that is scheduled or running */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the result of each row of an import */
        get: operations["getImportResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rows of an import */
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}/rows/{row_number}/mail_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preview the e-mail that the recipient of a row gets */
        get: operations["previewRowMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}/sheet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the cells of an import */
        get: operations["getSheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change rows of an import and check it again */
        patch: operations["changeSheet"];
        trace?: never;
    };
    "/organizations/{organization_id}/badge_imports/{badge_import_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue the badges of an import, now or later */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List badge templates */
        get: operations["listTemplates"];
        put?: never;
        /** Create a badge template */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_templates/{badge_template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a badge template */
        get: operations["getTemplate"];
        /** Change a badge template */
        put: operations["updateTemplate"];
        post?: never;
        /** Delete a badge template without issued badges */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_templates/{badge_template_id}/certificate_design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the design of a badge template's certificates */
        get: operations["getTemplateCertificateDesign"];
        /** Give a badge template its own design of certificates, or change it */
        put: operations["updateTemplateCertificateDesign"];
        post?: never;
        /** Go back to the organization's design of certificates */
        delete: operations["resetTemplateCertificateDesign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_templates/{badge_template_id}/certificate_design_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a design of a badge template's certificates */
        post: operations["previewTemplateCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_templates/{badge_template_id}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a badge template as a draft */
        post: operations["copyTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badge_templates/{badge_template_id}/import_sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a sample import file for a badge template */
        get: operations["buildSampleFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List issued badges */
        get: operations["listBadges"];
        put?: never;
        /** Issue a badge */
        post: operations["issueBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/{badge_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an issued badge */
        get: operations["getBadge"];
        put?: never;
        post?: never;
        /** Delete an issued badge */
        delete: operations["deleteBadge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/{badge_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the history of an issued badge, newest first */
        get: operations["listBadgeHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/{badge_id}/recipient": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Correct the e-mail address of a pending badge and notify the recipient */
        put: operations["correctRecipient"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/{badge_id}/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace an issued badge */
        post: operations["replaceBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/{badge_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Revoke an issued badge */
        put: operations["revokeBadge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/{badge_id}/send_notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend the e-mail about a pending badge */
        post: operations["sendNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/badges/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue up to 1,000 badges */
        post: operations["issueBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/certificate_design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the design of certificates */
        get: operations["getCertificateDesign"];
        /** Change the design of certificates */
        put: operations["updateCertificateDesign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/certificate_design_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a design of certificates */
        post: operations["previewCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the domain */
        get: operations["getOrganizationDomain"];
        /** Set the domain to verify */
        put: operations["setOrganizationDomain"];
        post?: never;
        /** Remove the domain */
        delete: operations["removeOrganizationDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/domain/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the domain now */
        post: operations["checkOrganizationDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/domain/issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get issuing under the domain and the files for it */
        get: operations["getIssuerDomain"];
        /** Turn issuing under the domain on or off */
        put: operations["updateIssuerDomain"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/domain/issuer/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the files of the domain now */
        post: operations["checkIssuerDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/employee_external_badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List badges of connected employees from other services */
        get: operations["listEmployeeExternalBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List employees */
        get: operations["listEmployees"];
        put?: never;
        /** Create an employee */
        post: operations["createEmployee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/employees/{employee_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an employee */
        get: operations["getEmployee"];
        /** Change an employee */
        put: operations["updateEmployee"];
        post?: never;
        /** Delete an employee */
        delete: operations["deleteEmployee"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/employees/{employee_id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an employee with their badges */
        get: operations["getEmployeeData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/employees/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create up to 5,000 employees */
        post: operations["createEmployees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/employees/send_invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite employees to connect */
        post: operations["sendInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/endorsements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List endorsements, given and received */
        get: operations["listEndorsements"];
        put?: never;
        /** Offer to endorse a badge of another organization */
        post: operations["offerEndorsement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/endorsements/{endorsement_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an endorsement of a badge */
        post: operations["acceptEndorsement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/endorsements/{endorsement_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline an endorsement of a badge, or remove it */
        post: operations["declineEndorsement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/endorsements/{endorsement_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraw an endorsement */
        post: operations["withdrawEndorsement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/grantors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organizations that this one may issue for */
        get: operations["listGrantors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/grantors/{grantor_id}/badge_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the badge templates that may be issued for a grantor */
        get: operations["listGrantorTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/high_volume_issued_badge_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all issued badges with a cursor */
        get: operations["scanBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/identity_provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the identity provider */
        get: operations["getIdentityProvider"];
        /** Set the identity provider */
        put: operations["updateIdentityProvider"];
        post?: never;
        /** Remove the identity provider */
        delete: operations["removeIdentityProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List invitations to become a member, newest first */
        get: operations["listMemberInvitations"];
        put?: never;
        /** Invite an address to become a member */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/invitations/{invitation_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend an invitation */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/issuable_badge_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the active badge templates that the organization can issue, including those of its grantors */
        get: operations["listIssuableTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List authorized issuers */
        get: operations["listIssuers"];
        put?: never;
        /** Authorize an organization to issue on this one's behalf */
        post: operations["authorizeIssuer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/issuers/{issuer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an authorized issuer */
        get: operations["getIssuer"];
        /** Change how an authorized organization issues */
        put: operations["changeIssuer"];
        post?: never;
        /** Remove an organization from the authorized issuers */
        delete: operations["withdrawIssuer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List learning apps */
        get: operations["listApps"];
        put?: never;
        /** Create a learning app (only this response shows its secret) */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_apps/{learning_app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a learning app */
        get: operations["getApp"];
        /** Change a learning app */
        put: operations["updateApp"];
        post?: never;
        /** Delete a learning app with all its data */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_apps/{learning_app_id}/launch_checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check why a signed request is refused, without storing anything */
        post: operations["checkLaunch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_apps/{learning_app_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the secret of a learning app */
        post: operations["rotateAppSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_apps/{learning_app_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens of programs for a learning app */
        get: operations["listAppTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_apps/{learning_app_id}/tokens/{learning_token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a token of a learning app */
        delete: operations["revokeAppToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the integrations of learning apps */
        get: operations["listLearningIntegrations"];
        put?: never;
        /** Create an integration of a learning app */
        post: operations["createLearningIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an integration */
        get: operations["getLearningIntegration"];
        /** Change an integration */
        put: operations["updateLearningIntegration"];
        post?: never;
        /** Delete an integration */
        delete: operations["deleteLearningIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/gradables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the gradables of an integration */
        get: operations["listIntegrationGradables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/grades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the grades of an integration */
        get: operations["listIntegrationGrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the log entries of an integration */
        get: operations["listIntegrationLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/rule_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview which students qualify under rules that are not saved */
        post: operations["previewRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the badges with rules in an integration, each with its rules */
        get: operations["listRuleDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/rules/{badge_template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the rules of a badge in an integration */
        get: operations["getRuleDocument"];
        /** Replace all rules of a badge in an integration */
        put: operations["saveRuleDocument"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/rules/{badge_template_id}/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a badge to the next students who meet one of its rules */
        post: operations["evaluateBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/learning_integrations/{learning_integration_id}/students": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the students of an integration */
        get: operations["listIntegrationStudents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/mail_design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the design of e-mails */
        get: operations["getMailDesign"];
        /** Change the design of e-mails */
        put: operations["updateMailDesign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/mail_design_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview an e-mail */
        post: operations["previewMailDesign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/mail_design_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test e-mail to yourself */
        post: operations["sendMailDesignTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the organization's members */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a member */
        get: operations["getMember"];
        /** Change the role of a member */
        put: operations["updateMember"];
        post?: never;
        /** Remove a member */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/oauth_applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List OAuth applications */
        get: operations["listApplications"];
        put?: never;
        /** Create an OAuth application */
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/oauth_applications/{oauth_application_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an OAuth application */
        get: operations["getApplication"];
        /** Change an OAuth application */
        put: operations["updateApplication"];
        post?: never;
        /** Delete an OAuth application */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/oauth_applications/{oauth_application_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the secret of an OAuth application */
        post: operations["rotateApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List recommendations */
        get: operations["listRecommendations"];
        put?: never;
        /** Create a recommendation */
        post: operations["createRecommendation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/recommendations/{recommendation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a recommendation */
        get: operations["getRecommendation"];
        put?: never;
        post?: never;
        /** Delete a recommendation */
        delete: operations["deleteRecommendation"];
        options?: never;
        head?: never;
        /** Change a recommendation */
        patch: operations["updateRecommendation"];
        trace?: never;
    };
    "/organizations/{organization_id}/recommendations/{recommendation_id}/badge_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the badge templates that show a recommendation */
        get: operations["listRecommendationTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/security_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the security settings */
        get: operations["getSecuritySettings"];
        /** Change the security settings */
        put: operations["updateSecuritySettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/service_moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List moves from other services */
        get: operations["listServiceMoves"];
        put?: never;
        /** Check what can be moved from another service */
        post: operations["createServiceMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/service_moves/{service_move_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a move from another service */
        get: operations["getServiceMove"];
        put?: never;
        post?: never;
        /** Delete a move from another service */
        delete: operations["deleteServiceMove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/service_moves/{service_move_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a move from another service, or continue it */
        post: operations["startServiceMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/service_moves/{service_move_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a move from another service */
        post: operations["stopServiceMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys that sign credentials */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing_keys/{signing_key_id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retire a key, so that it signs no more credentials */
        post: operations["retireSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/signing_keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the key of an algorithm that signs credentials */
        post: operations["rotateSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/template_certificate_designs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the badge templates with their own design of certificates */
        get: operations["listTemplateCertificateDesigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/test_clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move the time of a test organization forward */
        post: operations["moveTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/test_mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the mails of a test organization, which are stored instead of sent */
        get: operations["listTestMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/test_mails/{test_mail_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a mail of a test organization with its contents */
        get: operations["getTestMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/test_organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the test organization */
        get: operations["getTestOrganization"];
        put?: never;
        /** Open the test organization; the first call creates it */
        post: operations["openTestOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook deliveries */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_deliveries/{webhook_delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook delivery with its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_deliveries/{webhook_delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redeliver an event */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redeliver a range of events */
        post: operations["redeliverRange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the webhook secret (requires read and write permission) */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_secret/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the webhook secret (recorded in the audit log) */
        post: operations["revealWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the webhook secret */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the webhook settings */
        get: operations["getWebhookSettings"];
        /** Change the webhook settings */
        put: operations["updateWebhookSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization_id}/webhook_test_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event of the type webhook.test */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        NothingInput: Record<string, never>;
        AccessTokenRequest: {
            /** @description `client_credentials` */
            grant_type: string;
            /** @description Scopes, separated by spaces. */
            scope: string;
            /** @description The `uid` of the application, unless sent by HTTP Basic. */
            client_id: string;
            /** @description The secret, unless sent by HTTP Basic. */
            client_secret: string;
        };
        OrganizationInput: {
            name?: string;
            website_url?: string | null;
            webhook_url?: string | null;
            location?: string | null;
            zip_or_postal_code?: string | null;
            contact_email?: string | null;
            legal_contact_email?: string | null;
            organization_type?: string | null;
            bio?: string | null;
            twitter_url?: string | null;
            facebook_url?: string | null;
            photo?: (string) | null;
            cover?: (string) | null;
            city?: string | null;
            state_or_province?: string | null;
            country?: string | null;
            address?: string | null;
            hide_subscription?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            technical_contact_email?: string | null;
            primary_hex_color?: string | null;
            support_email?: string | null;
            support_url?: string | null;
        };
        AuthorizationTokenInput: {
            description?: string | null;
            read_enabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            write_enabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            delete_enabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @description Null for every scope. Default: the scopes of the caller. */
            scopes?: ("authorization_tokens" | "badge_templates" | "events" | "invitations" | "issued_badges" | "memberships" | "oauth_applications" | "pathways" | "recommendations" | "workforce")[] | null;
        };
        RotationInput: {
            description?: string | null;
        };
        BadgeArtPreviewInput: {
            name?: string | null;
            design: components["schemas"]["BadgeDesignInput"];
        };
        BadgeDesignInput: {
            /**
             * @default circle
             * @enum {string}
             */
            shape: "circle" | "rosette" | "hexagon" | "octagon" | "square" | "shield" | "arch";
            /**
             * @default solid
             * @enum {string}
             */
            finish: "solid" | "paper" | "dark";
            /**
             * @default braid
             * @enum {string}
             */
            pattern: "braid" | "barleycorn" | "rays" | "ripples" | "scales" | "plain";
            color: string;
            accent?: string | null;
            icon?: ("award" | "trophy" | "medal" | "star" | "crown" | "gem" | "badge-check" | "shield-check" | "graduation-cap" | "book-open" | "library" | "lightbulb" | "brain" | "puzzle" | "target" | "flag" | "rocket" | "compass" | "mountain" | "anchor" | "code" | "terminal" | "database" | "cpu" | "bot" | "globe" | "lock" | "key" | "chart-line" | "chart-pie" | "calculator" | "sigma" | "atom" | "flask-conical" | "microscope" | "dna" | "leaf" | "sprout" | "sun" | "flame" | "zap" | "heart" | "heart-handshake" | "handshake" | "users" | "messages-square" | "megaphone" | "languages" | "pen-tool" | "palette" | "camera" | "film" | "guitar" | "mic" | "hammer" | "wrench" | "cog" | "stethoscope" | "accessibility" | "scale" | "landmark" | "briefcase" | "utensils") | null;
            ribbon?: string | null;
            show_name?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_issuer?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        BadgeBulkActionInput: {
            /** @enum {string} */
            action: "resend" | "revoke" | "delete";
            /** @description Which badges, as `filter` of `GET …/badges`: `key::value|key::value`. Empty for all. */
            filter: string;
            /** @description How many badges the caller expects to match. 422 when it is another number. */
            badges_count: number;
            /** @description The reason for a revocation. Required for it. */
            reason?: string;
            suppress_revoke_notification_email?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        BadgeImportInput: {
            /** @description Leave it out if each row of the file names its badge template in a column. */
            badge_template_id?: string;
            /** @description The index of the column for each field, counted from 0. */
            mapping?: {
                [key: string]: number;
            };
            /** @enum {string} */
            duplicate_behavior?: "replace" | "allow" | "deny";
            /** @description For rows without a date of issue. Null: the day on which the badges are issued. */
            issued_at?: string | null;
            suppress_badge_notification_email?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @enum {string} */
            date_order?: "day_first" | "month_first";
            file_name: string;
            /** @description The bytes of the file in base64. */
            file: string;
        };
        BadgeImportChange: {
            badge_template_id?: string;
            /** @description The index of the column for each field, counted from 0. */
            mapping?: {
                [key: string]: number;
            };
            /** @enum {string} */
            duplicate_behavior?: "replace" | "allow" | "deny";
            /** @description For rows without a date of issue. Null: the day on which the badges are issued. */
            issued_at?: string | null;
            suppress_badge_notification_email?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @enum {string} */
            date_order?: "day_first" | "month_first";
        };
        BadgeImportSheetChange: {
            changes: {
                /** @description Its number in the spreadsheet: the headings are row 1, and empty rows count. */
                number: number;
                /** @description All cells of the row, which is added if there is none. Null deletes the row. */
                cells: string[] | null;
                is_ragged?: boolean;
            }[];
        };
        BadgeImportStart: {
            /** @description How many badges the caller expects. 422 when the import would issue another number. */
            badges_count?: number;
            /**
             * Format: date-time
             * @description When the import last changed, as the caller saw it. 422 when it has changed since.
             */
            updated_at?: string;
            /** @description When to issue the badges: a date-time within a year. Rows without a date of issue get its day, in its own UTC offset. At once by default. */
            start_at?: string;
            /** @description Minutes to wait before the badges are issued, instead of `start_at`. Until then it can be cancelled. */
            wait_minutes?: number;
        };
        BadgeTemplateInput: {
            name: string;
            description?: string;
            global_activity_url?: string | null;
            /** @enum {string} */
            state?: "draft" | "active" | "archived";
            image?: {
                remote_upload_url: string;
            } | string;
            design?: components["schemas"]["BadgeDesignInput"] | null;
            public?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            skills?: string[];
            reporting_tags?: string[];
            alignments?: {
                name: string;
                url?: string | null;
                description?: string | null;
                framework?: string | null;
                code?: string | null;
                type?: ("ceasn:Competency" | "ceterms:Credential" | "CFItem" | "CFRubric" | "CFRubricCriterion" | "CFRubricCriterionLevel" | "CTDL") | null;
            }[];
            badge_template_activities?: {
                title?: string | null;
                /** @enum {string} */
                activity_type: "Award" | "Badge" | "Course" | "Assessment" | "Professional Experience" | "Schedule / Registration";
                activity_url?: string | null;
                required_badge_template_id?: string | null;
            }[];
            recommendation_ids?: string[];
            allow_duplicate_badges?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            default_expires_at_type?: ("date" | "duration") | null;
            default_expires_at?: string | null;
            default_expires_after?: string | null;
            earn_this_badge_url?: string | null;
            enable_earn_this_badge?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            enable_detail_attribute_visibility?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            job_board_url?: string | null;
            lock_badge_state?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            send_expiring_badge_notifications?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            settings_enable_related_badges?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_badge_lmi?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_lmi_jobs?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_skill_tag_links?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            record_to_blockchain?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            translatable?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            printing_disabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            only_one_skill_required?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            linkedin_share_default_message?: string | null;
            level?: ("Foundational" | "Intermediate" | "Advanced") | null;
            time_to_earn?: string | null;
            cost?: string | null;
            type_category?: string | null;
            /** @enum {string} */
            achievement_type?: "Achievement" | "ApprenticeshipCertificate" | "Assessment" | "Assignment" | "AssociateDegree" | "Award" | "Badge" | "BachelorDegree" | "Certificate" | "CertificateOfCompletion" | "Certification" | "CommunityService" | "Competency" | "Course" | "CoCurricular" | "Degree" | "Diploma" | "DoctoralDegree" | "Fieldwork" | "GeneralEducationDevelopment" | "JourneymanCertificate" | "LearningProgram" | "License" | "Membership" | "ProfessionalDoctorate" | "QualityAssuranceCredential" | "MasterCertificate" | "MasterDegree" | "MicroCredential" | "ResearchDoctorate" | "SecondarySchoolDiploma";
            criteria_url_name?: string | null;
            criteria_url?: string | null;
            certification?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        BadgeTemplateChange: {
            name?: string;
            description?: string;
            global_activity_url?: string | null;
            /** @enum {string} */
            state?: "draft" | "active" | "archived";
            image?: {
                remote_upload_url: string;
            } | string;
            design?: components["schemas"]["BadgeDesignInput"] | null;
            public?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            skills?: string[];
            reporting_tags?: string[];
            alignments?: {
                name: string;
                url?: string | null;
                description?: string | null;
                framework?: string | null;
                code?: string | null;
                type?: ("ceasn:Competency" | "ceterms:Credential" | "CFItem" | "CFRubric" | "CFRubricCriterion" | "CFRubricCriterionLevel" | "CTDL") | null;
            }[];
            badge_template_activities?: {
                title?: string | null;
                /** @enum {string} */
                activity_type: "Award" | "Badge" | "Course" | "Assessment" | "Professional Experience" | "Schedule / Registration";
                activity_url?: string | null;
                required_badge_template_id?: string | null;
            }[];
            recommendation_ids?: string[];
            allow_duplicate_badges?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            default_expires_at_type?: ("date" | "duration") | null;
            default_expires_at?: string | null;
            default_expires_after?: string | null;
            earn_this_badge_url?: string | null;
            enable_earn_this_badge?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            enable_detail_attribute_visibility?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            job_board_url?: string | null;
            lock_badge_state?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            send_expiring_badge_notifications?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            settings_enable_related_badges?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_badge_lmi?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_lmi_jobs?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_skill_tag_links?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            record_to_blockchain?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            translatable?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            printing_disabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            only_one_skill_required?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            linkedin_share_default_message?: string | null;
            level?: ("Foundational" | "Intermediate" | "Advanced") | null;
            time_to_earn?: string | null;
            cost?: string | null;
            type_category?: string | null;
            /** @enum {string} */
            achievement_type?: "Achievement" | "ApprenticeshipCertificate" | "Assessment" | "Assignment" | "AssociateDegree" | "Award" | "Badge" | "BachelorDegree" | "Certificate" | "CertificateOfCompletion" | "Certification" | "CommunityService" | "Competency" | "Course" | "CoCurricular" | "Degree" | "Diploma" | "DoctoralDegree" | "Fieldwork" | "GeneralEducationDevelopment" | "JourneymanCertificate" | "LearningProgram" | "License" | "Membership" | "ProfessionalDoctorate" | "QualityAssuranceCredential" | "MasterCertificate" | "MasterDegree" | "MicroCredential" | "ResearchDoctorate" | "SecondarySchoolDiploma";
            criteria_url_name?: string | null;
            criteria_url?: string | null;
            certification?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        CertificateDesignInput: {
            /** @enum {string} */
            layout?: "classic" | "band" | "letter";
            /** @enum {string} */
            orientation?: "landscape" | "portrait";
            /** @enum {string} */
            paper_size?: "A4" | "LETTER";
            color?: string | null;
            show_logo?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_expiry?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_qr?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @enum {string} */
            font?: "sans" | "serif" | "classic";
            /** @enum {string} */
            seal?: "none" | "rosette" | "stamp" | "ribbon" | "badge";
            show_description?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_skills?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_time_to_earn?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_evidence?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            show_badge_id?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            logo?: string | null;
            logo_id?: string | null;
            signatures?: {
                name: string;
                title?: string | null;
                image?: string | null;
                image_id?: string | null;
            }[];
        };
        CertificatePreviewInput: {
            design: components["schemas"]["CertificateDesignInput"];
            /** @enum {string} */
            sample: "organization" | "japanese";
        };
        BadgeTemplateCopyInput: {
            name?: string;
        };
        IssueInput: {
            issued_to?: string | null;
            issued_to_middle_name?: string | null;
            issuer_earner_id?: string | null;
            country_name?: string | null;
            state_or_province?: string | null;
            expires_at?: (false | ("0" | "false" | "False") | string) | null;
            evidence?: components["schemas"]["EvidenceInput"][];
            badge_template_id?: string | null;
            locale?: ("en" | "fr" | "de" | "ko" | "ja" | "zh-CN" | "pt" | "es-ES" | "es-US" | "fr-CA" | "pt-BR") | null;
            suppress_badge_notification_email?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            issuer_earner_group?: {
                external_id: string;
                name: string;
            } | null;
            recipient_email: string;
            issued_to_first_name: string;
            issued_to_last_name: string;
            issued_at: string;
            duplicate_behavior?: ("replace" | "allow" | "deny") | null;
        };
        EvidenceInput: {
            /** @constant */
            type: "KeyValueGroupEvidence";
            name: string;
            values: {
                /** @constant */
                type?: "KeyValuePairEvidence";
                key: string;
                value: string;
                url?: string | null;
            }[];
        } | {
            /** @constant */
            type: "PlainTextEvidence";
            title: string;
            description: string;
        } | {
            /** @constant */
            type: "UrlEvidence";
            value: string;
            name: string;
            description?: string | null;
        } | {
            /** @constant */
            type: "IdEvidence";
            title: string;
            description: string;
        };
        RecipientInput: {
            recipient_email: string;
        };
        ReplaceInput: {
            issued_to?: string | null;
            issued_to_middle_name?: string | null;
            issuer_earner_id?: string | null;
            country_name?: string | null;
            state_or_province?: string | null;
            expires_at?: (false | ("0" | "false" | "False") | string) | null;
            evidence?: components["schemas"]["EvidenceInput"][];
            badge_template_id?: string | null;
            locale?: ("en" | "fr" | "de" | "ko" | "ja" | "zh-CN" | "pt" | "es-ES" | "es-US" | "fr-CA" | "pt-BR") | null;
            suppress_badge_notification_email?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            issuer_earner_group?: {
                external_id: string;
                name: string;
            } | null;
            recipient_email?: string | null;
            issued_to_first_name?: string | null;
            issued_to_last_name?: string | null;
            issued_at: string;
            notification_message?: string | null;
            duplicate_behavior?: ("allow" | "deny") | null;
        };
        RevokeInput: {
            reason: string;
            suppress_revoke_notification_email?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        BatchInput: {
            badges: unknown[];
        };
        OrganizationDomainInput: {
            name: string;
        };
        IssuerDomainInput: {
            enabled: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        EmployeeInput: {
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            team?: string | null;
            external_id?: string | null;
            position_title?: string | null;
            manager_first_name?: string | null;
            manager_last_name?: string | null;
            manager_external_id?: string | null;
            country?: string | null;
            zip_code?: string | null;
            state_or_province?: string | null;
            department?: string | null;
            job_family?: string | null;
            organization_level_1?: string | null;
            organization_level_2?: string | null;
            organization_level_3?: string | null;
            organization_level1?: string | null;
            organization_level2?: string | null;
            organization_level3?: string | null;
        };
        EmployeeChange: {
            first_name?: string | null;
            last_name?: string | null;
            team?: string | null;
            external_id?: string | null;
            position_title?: string | null;
            manager_first_name?: string | null;
            manager_last_name?: string | null;
            manager_external_id?: string | null;
            country?: string | null;
            zip_code?: string | null;
            state_or_province?: string | null;
            department?: string | null;
            job_family?: string | null;
            organization_level_1?: string | null;
            organization_level_2?: string | null;
            organization_level_3?: string | null;
            organization_level1?: string | null;
            organization_level2?: string | null;
            organization_level3?: string | null;
        };
        EmployeeBatchInput: {
            /** @description Each with the keys of a new employee. */
            employees?: unknown[];
            /** @description The text of a CSV file with the column `email` and any of the other keys, at most 5000 rows. */
            csv?: string;
            /** @description Validates everything and stores nothing. */
            dry_run?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        InvitationInput: {
            employee_list?: string[] | null;
            list_type?: ("email" | "external_id") | null;
            statuses?: ("created" | "pending" | "rejected")[] | null;
            /** @description Only employees who were never invited. */
            never_invited?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        EndorsementInput: {
            /** @description An active, public badge of another organization. */
            badge_template_id: string;
            comment: string;
        };
        IdentityProviderInput: {
            /** @description The provider's metadata (XML). It gives the entity id, the address and the certificates, unless those are sent too. */
            metadata?: string | null;
            entity_id?: string;
            sign_in_url?: string;
            /** @description In PEM, or the base64 between its lines. */
            certificates?: string[];
            is_required?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            email_attribute?: string | null;
            first_name_attribute?: string | null;
            last_name_attribute?: string | null;
            role_attribute?: string | null;
            role_rules?: components["schemas"]["RoleRule"][];
            default_role?: ("administrator" | "issuer" | "viewer") | null;
        };
        RoleRule: {
            value: string;
            /** @enum {string} */
            role: "administrator" | "issuer" | "viewer";
        };
        MemberInvitationInput: {
            email: string;
            /** @enum {string} */
            role: "administrator" | "issuer" | "viewer";
        };
        IssuerAuthorizationInput: {
            /** @description The organization that may issue. */
            issuer_id?: string;
            /** @description The `vanity_slug` of that organization, used when `issuer_id` is not given. */
            issuer_vanity_slug?: string;
            authorization_type?: string;
            /**
             * @description The issuer shown on its badges. Default: `grantor`.
             * @enum {string}
             */
            display_issuer_as?: "grantor" | "issuer" | "both";
            /** @description Whether only `allowed_badge_templates` may be issued. Default: true when any are given. */
            restrict_by_badge_templates?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            allowed_badge_templates?: string[];
        };
        IssuerAuthorizationChange: {
            authorization_type?: string;
            /**
             * @description The issuer shown on its badges. Default: `grantor`.
             * @enum {string}
             */
            display_issuer_as?: "grantor" | "issuer" | "both";
            /** @description Whether only `allowed_badge_templates` may be issued. Default: true when any are given. */
            restrict_by_badge_templates?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            allowed_badge_templates?: string[];
        };
        LearningAppInput: {
            name: string;
            enterprise?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            registered_origins_only?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @description A member whose e-mail address and password give access to the learning edition for this app. */
            owner_id?: string;
        };
        LearningAppChange: {
            name?: string;
            enterprise?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            registered_origins_only?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @description A member whose e-mail address and password give access to the learning edition for this app. */
            owner_id?: string;
        };
        LaunchCheckInput: {
            /** @description The whole HTTP request as text, instead of the fields below. */
            raw?: string | null;
            /** @description Default: `POST`. */
            method?: string | null;
            /** @description Address or path that the request was sent to. */
            url?: string | null;
            /** @description Its `Authorization` header. */
            authorization?: string | null;
            /** @description Default: `application/x-www-form-urlencoded`. */
            content_type?: string | null;
            /** @description The body as it was sent, still encoded. */
            body?: string | null;
        };
        LearningIntegrationInput: {
            /** @description The learning app of the integration. */
            app_id: string;
            name: string;
            course_id: string;
            /** @description More origins whose pages may frame the launch page, in addition to the one that launches it. */
            launch_origins?: string[];
        };
        LearningIntegrationChange: {
            name?: string;
            /** @description More origins whose pages may frame the launch page, in addition to the one that launches it. */
            launch_origins?: string[];
        };
        RulePreviewInput: {
            /** @description The rules to preview. A student must meet one of them. */
            rules: {
                requirements: {
                    grade_object_id: number;
                    /** @enum {string} */
                    operator: "gte" | "greaterThanOrEqualTo" | "gt" | "greaterThan" | "eq" | "equalTo" | "lte" | "lessThanOrEqualTo" | "lt" | "lessThan";
                    value: string;
                }[];
            }[];
            /** @description The preview shows who already has this badge. */
            badge_template_id?: string;
        };
        LearningRuleDocumentInput: {
            /** @description All rules of the badge. Rules that are missing here are deleted. */
            rules: {
                /** @description The ID of an existing rule. Leave out for a new rule. */
                id?: number;
                /** @description Unchanged when not given. */
                desc?: string | null;
                requirements: {
                    grade_object_id: number;
                    /** @enum {string} */
                    operator: "gte" | "greaterThanOrEqualTo" | "gt" | "greaterThan" | "eq" | "equalTo" | "lte" | "lessThanOrEqualTo" | "lt" | "lessThan";
                    value: string;
                }[];
                /** @description Whether its badges contain the grades that met it, which everyone who can see a badge can see. Unchanged when not given, and false for a new rule. Badges that were issued before stay as they are. */
                includes_results?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            }[];
        };
        EvaluationInput: {
            /** @description The maximum number of students to handle in this request. Default: 200. */
            limit?: number;
            /** @description `next` of the previous response. Leave out to start at the beginning. */
            after?: string;
        };
        MailDesignInput: {
            sender_name?: string | null;
            reply_to?: string | null;
            texts?: {
                en?: components["schemas"]["MailTextsInput"];
                fr?: components["schemas"]["MailTextsInput"];
                de?: components["schemas"]["MailTextsInput"];
                ko?: components["schemas"]["MailTextsInput"];
                ja?: components["schemas"]["MailTextsInput"];
                "zh-CN"?: components["schemas"]["MailTextsInput"];
                pt?: components["schemas"]["MailTextsInput"];
                "es-ES"?: components["schemas"]["MailTextsInput"];
                "es-US"?: components["schemas"]["MailTextsInput"];
                "fr-CA"?: components["schemas"]["MailTextsInput"];
                "pt-BR"?: components["schemas"]["MailTextsInput"];
            };
        };
        MailTextsInput: {
            pending_badge?: {
                subject?: string | null;
                heading?: string | null;
                opening?: string | null;
            };
            replaced_badge?: {
                subject?: string | null;
                heading?: string | null;
                opening?: string | null;
            };
            revoked_badge?: {
                subject?: string | null;
                heading?: string | null;
                opening?: string | null;
            };
            expiring_badge?: {
                subject?: string | null;
                heading?: string | null;
                opening?: string | null;
            };
        };
        MailPreviewInput: {
            design?: components["schemas"]["MailDesignInput"];
            /** @enum {string} */
            kind: "pending_badge" | "replaced_badge" | "revoked_badge" | "expiring_badge" | "employee_invitation" | "member_invitation" | "confirm_email" | "merge_accounts" | "connect_course" | "password" | "account_changed" | "webhook_failing" | "domain_lost" | "notice" | "several";
            /** @enum {string} */
            locale: "en" | "fr" | "de" | "ko" | "ja" | "zh-CN" | "pt" | "es-ES" | "es-US" | "fr-CA" | "pt-BR";
        };
        MailDesignTestInput: {
            design?: components["schemas"]["MailDesignInput"];
            /** @enum {string} */
            kind: "pending_badge" | "replaced_badge" | "revoked_badge" | "expiring_badge";
            /** @enum {string} */
            locale: "en" | "fr" | "de" | "ko" | "ja" | "zh-CN" | "pt" | "es-ES" | "es-US" | "fr-CA" | "pt-BR";
        };
        MemberInput: {
            /** @enum {string} */
            role: "administrator" | "issuer" | "viewer";
        };
        OAuthApplicationInput: {
            name: string;
            description?: string | null;
            data_services_enabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @description Null for every scope. Default for a new application: the scopes of the caller. */
            scopes?: ("authorization_tokens" | "badge_templates" | "events" | "invitations" | "issued_badges" | "memberships" | "oauth_applications" | "pathways" | "recommendations" | "workforce")[] | null;
            /** @description Default for a new application: the access of the caller. */
            access?: {
                read: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
                write: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
                delete: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            };
        };
        OAuthApplicationChange: {
            name?: string;
            description?: string | null;
            data_services_enabled?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            /** @description Null for every scope. Default for a new application: the scopes of the caller. */
            scopes?: ("authorization_tokens" | "badge_templates" | "events" | "invitations" | "issued_badges" | "memberships" | "oauth_applications" | "pathways" | "recommendations" | "workforce")[] | null;
            /** @description Default for a new application: the access of the caller. */
            access?: {
                read: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
                write: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
                delete: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            };
        };
        RecommendationInput: {
            /** @enum {string} */
            type: "badge" | "information" | "education" | "employment" | "participation" | "offer";
            /** @description For the type `badge`. */
            recommended_badge_template_id?: string | null;
            /** @description For the other types. */
            title?: string | null;
            /** @description For the other types. */
            description?: string | null;
            /** @description For the other types. */
            activity_url?: string | null;
            /** @description The badge templates that show the recommendation. */
            badge_template_ids?: string[];
        };
        RecommendationChange: {
            /** @enum {string} */
            type?: "badge" | "information" | "education" | "employment" | "participation" | "offer";
            /** @description For the type `badge`. */
            recommended_badge_template_id?: string | null;
            /** @description For the other types. */
            title?: string | null;
            /** @description For the other types. */
            description?: string | null;
            /** @description For the other types. */
            activity_url?: string | null;
            /** @description The badge templates that show the recommendation. */
            badge_template_ids?: string[];
        };
        SecuritySettingsInput: {
            requires_second_factor?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
            session_idle_minutes?: number | null;
            learning_token_idle_days?: number | null;
        };
        ServiceMoveInput: {
            /** @description The address of the other service. */
            base_url: string;
            /** @description An authorization token of the organization there. It is stored encrypted and never shown. */
            token: string;
            /** @description The organization there, if the token reads several. */
            source_organization_id?: string;
        };
        ServiceMoveStop: {
            /** @description The run to stop, as `run_id` of the move. */
            run_id: string;
        };
        SigningKeyRotationInput: {
            /** @enum {string} */
            algorithm: "Ed25519" | "P-256";
        };
        TestClockInput: {
            days: number;
        };
        NoInput: Record<string, never>;
        RedeliveryInput: {
            since: string;
            until?: string | null;
            /**
             * @description `failed` by default. `undelivered` also includes deliveries that are still retried after a failure.
             * @enum {string}
             */
            state?: "due" | "done" | "failed" | "undelivered";
        };
        WebhookSecretRotation: {
            /** @description Ends the current secret now instead of in 24 hours. Use it when the secret has leaked. */
            expire_previous?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        WebhookSettingsInput: {
            webhook_url?: string | null;
            allowed_webhooks?: ("badge.created" | "badge.deleted" | "badge.privacy.changed" | "badge.state.changed" | "badge_template.created" | "badge_template.changed" | "badge_template.deleted" | "pending_badge_notification.sent" | "pending_badge_notification.no_user.sent" | "pending_badge_notification.unconfirmed_email.sent" | "user.account_merged" | "user.connect_access.removed" | "user.public_badges.changed" | "user.public_badges.added" | "user.public_badges.removed" | "employment.badges.added" | "employment.badges.removed" | "employment.badges.state_changed" | "employment.badges.privacy_changed" | "employment.created" | "employment.updated" | "employment.deleted" | "employment.connection.pending" | "employment.connection.accepted" | "employment.connection.rejected" | "employment.user_account.associated" | "employment.user_account.disassociated")[];
            accepts_any_success?: boolean | ("1" | "true" | "True") | ("0" | "false" | "False");
        };
        Error: {
            data: {
                message: string;
                code: string;
                errors: {
                    field: string;
                    code: string;
                    message: string;
                }[];
            };
            metadata: null;
        };
        ListMetadata: {
            count: number;
            current_page: number;
            total_count: number;
            /**
             * @description Present when there are more rows than `total_count`. Pages end there.
             * @constant
             */
            total_count_is_minimum?: true;
            total_pages: number;
            per: number;
            previous_page_url: string | null;
            next_page_url: string | null;
        };
        IssuedBadge: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "pending" | "accepted" | "rejected" | "revoked" | "replaced";
            user: {
                id: string | null;
                email: string | null;
                first_name: string | null;
                middle_name: string | null;
                last_name: string | null;
                current_position_name: string | null;
                current_organization_name: string | null;
                confirmed: boolean;
                photo: {
                    id: string;
                    url: string;
                } | null;
                photo_url: string | null;
                url: string | null;
            };
            created_by: {
                /** @constant */
                type: "Organization";
                /** Format: uuid */
                id: string;
                name: string;
                url: string;
                vanity_url: string;
                internationalize_badge_templates: boolean;
                share_to_ziprecruiter: boolean;
                twitter_url: string | null;
                verified: boolean;
            };
            issuer: {
                summary: string;
                entities: {
                    label: string;
                    primary: boolean;
                    entity: {
                        /** @constant */
                        type: "Organization";
                        /** Format: uuid */
                        id: string;
                        name: string;
                        url: string;
                        vanity_url: string;
                        internationalize_badge_templates: boolean;
                        share_to_ziprecruiter: boolean;
                        twitter_url: string | null;
                        verified: boolean;
                    };
                }[];
            };
            printing_enabled: boolean;
            print_method: string | null;
            badge_template: components["schemas"]["BadgeTemplate"];
            issued_to: string;
            issued_to_first_name: string | null;
            issued_to_middle_name: string | null;
            issued_to_last_name: string | null;
            issuer_earner_id: string | null;
            /** @enum {string} */
            locale: "en" | "fr" | "de" | "ko" | "ja" | "zh-CN" | "pt" | "es-ES" | "es-US" | "fr-CA" | "pt-BR";
            public: boolean;
            translate_metadata: boolean;
            replacement_badge_id: string | null;
            replaces_badge_id: string | null;
            revocation_reason: string | null;
            suppress_badge_notification_email: boolean;
            recipient_email: string;
            country: string | null;
            country_code: string | null;
            state_or_province: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            issued_at: string;
            /** Format: date */
            issued_at_date: string;
            expires_at: string | null;
            expires_at_date: string | null;
            /** Format: date-time */
            state_updated_at: string;
            completed_pathway_id: string | null;
            is_private_badge: boolean;
            image: {
                id: string;
                url: string;
            };
            image_url: string;
            alignments: {
                name: string;
                description: string | null;
            }[];
            evidence: components["schemas"]["Evidence"][];
            results: components["schemas"]["BadgeResult"][];
            badge_url: string;
            accept_badge_url?: string;
            issuer_earner_group?: {
                external_id: string;
                name: string;
            };
        };
        BadgeTemplate: {
            primary_badge_template_id: string | null;
            variant_name: string | null;
            /** Format: uuid */
            id: string;
            allow_duplicate_badges: boolean;
            description: string;
            default_expires_at: string | null;
            default_expires_at_date: string | null;
            default_expires_at_type: ("date" | "duration") | null;
            default_expires_after: string | null;
            earn_this_badge_url: string | null;
            enable_earn_this_badge: boolean;
            enable_detail_attribute_visibility: boolean;
            global_activity_url: string | null;
            job_board_url: string | null;
            lock_badge_state: boolean;
            name: string;
            /** @enum {string} */
            state: "draft" | "active" | "archived";
            public: boolean;
            badges_count: number;
            /** @constant */
            recipient_type: "User";
            send_expiring_badge_notifications: boolean;
            settings_enable_related_badges: boolean;
            show_badge_lmi: boolean;
            show_lmi_jobs: boolean;
            show_skill_tag_links: boolean;
            vanity_slug: string;
            record_to_blockchain: boolean;
            translatable: boolean;
            printing_disabled: boolean;
            /** @enum {string} */
            visibility: "public" | "private";
            variants_allowed: boolean;
            variant_type: string | null;
            allow_delete: boolean;
            allow_archive: boolean;
            available_locales: string[];
            only_one_skill_required: boolean;
            linkedin_share_default_message: string | null;
            level: string | null;
            time_to_earn: string | null;
            cost: string | null;
            type_category: string | null;
            criteria_url_name: string | null;
            criteria_url: string | null;
            certification: boolean;
            /** Format: date-time */
            state_updated_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            show_template_settings: boolean;
            get_issue_count: number;
            get_variants_issue_count: number;
            image: {
                id: string;
                url: string;
            };
            image_url: string;
            url: string;
            owner: {
                /** @constant */
                type: "Organization";
                /** Format: uuid */
                id: string;
                name: string;
                enable_blockchain: boolean;
                url: string;
                vanity_url: string;
                vanity_slug: string;
                verified: boolean;
                viewable: boolean;
            };
            alignments: {
                id: string;
                name: string;
                url: string | null;
                description: string | null;
                framework: string | null;
                code: string | null;
                type: ("ceasn:Competency" | "ceterms:Credential" | "CFItem" | "CFRubric" | "CFRubricCriterion" | "CFRubricCriterionLevel" | "CTDL") | null;
            }[];
            recommendations: {
                /** Format: uuid */
                id: string;
                title: string;
                type: string;
                activity_url: string;
            }[];
            required_badge_templates: {
                /** Format: uuid */
                id: string;
                name: string;
                image_url: string;
                url: string;
            }[];
            badge_template_activities: {
                /** Format: uuid */
                id: string;
                title: string | null;
                /** @enum {string} */
                activity_type: "Award" | "Badge" | "Course" | "Assessment" | "Professional Experience" | "Schedule / Registration";
                activity_url: string | null;
                required_badge_template_id: string | null;
            }[];
            skills: string[];
            endorsements: unknown[];
            /** @enum {string} */
            achievement_type: "Achievement" | "ApprenticeshipCertificate" | "Assessment" | "Assignment" | "AssociateDegree" | "Award" | "Badge" | "BachelorDegree" | "Certificate" | "CertificateOfCompletion" | "Certification" | "CommunityService" | "Competency" | "Course" | "CoCurricular" | "Degree" | "Diploma" | "DoctoralDegree" | "Fieldwork" | "GeneralEducationDevelopment" | "JourneymanCertificate" | "LearningProgram" | "License" | "Membership" | "ProfessionalDoctorate" | "QualityAssuranceCredential" | "MasterCertificate" | "MasterDegree" | "MicroCredential" | "ResearchDoctorate" | "SecondarySchoolDiploma";
            reporting_tags: string[];
            learning_badge_id: number;
            design: components["schemas"]["BadgeDesign"] | null;
        };
        BadgeDesign: {
            /** @enum {string} */
            shape: "circle" | "rosette" | "hexagon" | "octagon" | "square" | "shield" | "arch";
            /** @enum {string} */
            finish: "solid" | "paper" | "dark";
            /** @enum {string} */
            pattern: "braid" | "barleycorn" | "rays" | "ripples" | "scales" | "plain";
            color: string;
            accent: string | null;
            icon: ("award" | "trophy" | "medal" | "star" | "crown" | "gem" | "badge-check" | "shield-check" | "graduation-cap" | "book-open" | "library" | "lightbulb" | "brain" | "puzzle" | "target" | "flag" | "rocket" | "compass" | "mountain" | "anchor" | "code" | "terminal" | "database" | "cpu" | "bot" | "globe" | "lock" | "key" | "chart-line" | "chart-pie" | "calculator" | "sigma" | "atom" | "flask-conical" | "microscope" | "dna" | "leaf" | "sprout" | "sun" | "flame" | "zap" | "heart" | "heart-handshake" | "handshake" | "users" | "messages-square" | "megaphone" | "languages" | "pen-tool" | "palette" | "camera" | "film" | "guitar" | "mic" | "hammer" | "wrench" | "cog" | "stethoscope" | "accessibility" | "scale" | "landmark" | "briefcase" | "utensils") | null;
            ribbon: string;
            show_name: boolean;
            show_issuer: boolean;
        };
        Evidence: {
            /** Format: uuid */
            id: string;
            /** @constant */
            type: "KeyValueGroupEvidence";
            name: string;
            values: {
                key: string;
                value: string;
                url: string | null;
            }[];
        } | {
            /** Format: uuid */
            id: string;
            /** @constant */
            type: "PlainTextEvidence";
            title: string;
            description: string;
        } | {
            /** Format: uuid */
            id: string;
            /** @constant */
            type: "UrlEvidence";
            value: string;
            name: string;
            description: string | null;
        } | {
            /** Format: uuid */
            id: string;
            /** @constant */
            type: "IdEvidence";
            title: string;
            description: string;
        };
        BadgeResult: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            type: "LetterGrade" | "RawScore" | "Status" | "Result";
            value: string;
            required_value: string | null;
        };
        AccessToken: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds. */
            expires_in: number;
            scope: string;
            /** @description Seconds since 1970-01-01T00:00:00Z. */
            created_at: number;
        };
        OAuthError: {
            error: string;
            error_description: string;
        };
        IssuerJwk: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            x: string;
            /** @constant */
            alg: "EdDSA";
            /** @constant */
            use: "sig";
            kid: string;
        } | {
            /** @constant */
            kty: "EC";
            /** @constant */
            crv: "P-256";
            x: string;
            y: string;
            /** @constant */
            alg: "ES256";
            /** @constant */
            use: "sig";
            kid: string;
        };
        DidDocument: {
            "@context": string[];
            id: string;
            alsoKnownAs: string[];
            verificationMethod: ({
                id: string;
                controller: string;
                /** @constant */
                type: "Multikey";
                publicKeyMultibase: string;
            } | {
                id: string;
                controller: string;
                /** @constant */
                type: "JsonWebKey";
                publicKeyJwk: components["schemas"]["IssuerJwk"];
            })[];
            assertionMethod: string[];
            service?: {
                id: string;
                /** @constant */
                type: "LinkedDomains";
                /** Format: uri */
                serviceEndpoint: string;
            }[];
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            vanity_slug: string;
            url: string;
            photo: {
                id: string;
                url: string;
            } | null;
            photo_url: string | null;
            website_url: string | null;
            webhook_url: string | null;
            contact_email: string | null;
            legal_contact_email: string | null;
            technical_contact_email: string | null;
            zip_or_postal_code: string | null;
            organization_type: string | null;
            bio: string | null;
            twitter_url: string | null;
            facebook_url: string | null;
            linked_in_url: string | null;
            linked_in_name: string | null;
            linked_in_org_id: string | null;
            city: string | null;
            address: string | null;
            primary_hex_color: string | null;
            support_email: string | null;
            support_url: string | null;
            allow_saml_debug: boolean;
            allowed_webhooks: string[];
            enable_blockchain: boolean;
            print_method: string | null;
            pdf_id: string | null;
            internationalize_badge_templates: boolean;
            integrated_with_partner: boolean;
            hide_subscription: boolean;
            default_page: string;
            industry_id: string | null;
            display_logo_as_circle_in_emails: boolean;
            is_trial: boolean;
            workforce_enabled: boolean;
            linkedin_a2p_url: string | null;
            location: string | null;
            country: string | null;
            state_or_province: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            vanity_url: string;
            verified_at: string | null;
            verified: boolean;
            require_template_detail_attributes: boolean;
            has_employees: boolean;
            missing_required_info: boolean;
            featured_badge_templates: unknown[];
        };
        Analytics: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @enum {string} */
            by: "issued_at" | "event_date";
            /** @enum {string} */
            interval: "day" | "week" | "month";
            badge_template_id: string | null;
            totals: {
                issued: number;
                accepted: number;
                acceptance_rate: number | null;
                views: number;
                shares: number;
                downloads: number;
                verifications: number;
                issuer_clicks: number;
            };
            periods: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                issued: number;
                accepted: number;
                acceptance_rate: number | null;
                views: number;
                shares: number;
                downloads: number;
                verifications: number;
                issuer_clicks: number;
            }[];
            channels: {
                /** @enum {string} */
                kind: "view" | "share" | "download" | "verification" | "issuer_click";
                channel: string;
                count: number;
            }[];
            badge_templates: {
                id: string;
                name: string;
                owner_id: string;
                issued: number;
                accepted: number;
                acceptance_rate: number | null;
                views: number;
                shares: number;
                downloads: number;
                verifications: number;
                issuer_clicks: number;
            }[];
            earner_groups: {
                id: string;
                name: string;
                issued: number;
                accepted: number;
                acceptance_rate: number | null;
            }[];
        };
        ApiRequest: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            method: string;
            path: string;
            /** @description Decoded, with `[hidden]` for secrets and `[e-mail]` for addresses. */
            query: string;
            status: number;
            duration_ms: number;
            actor: {
                type: string;
                id: string;
                name: string;
            };
            /**
             * Format: uuid
             * @description The `X-Request-Id` header of the response.
             */
            request_id: string;
        };
        ApiRequestDetail: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            method: string;
            path: string;
            /** @description Decoded, with `[hidden]` for secrets and `[e-mail]` for addresses. */
            query: string;
            status: number;
            duration_ms: number;
            actor: {
                type: string;
                id: string;
                name: string;
            };
            /**
             * Format: uuid
             * @description The `X-Request-Id` header of the response.
             */
            request_id: string;
            address: string;
            user_agent: string;
            /** @description JSON of at most 4 KiB without secrets and e-mail addresses. Null without a body, and for successful reads. */
            request_body: string | null;
            /** @description JSON of at most 4 KiB without secrets and e-mail addresses. Null without a body, and for successful reads. */
            response_body: string | null;
        };
        AuditChain: {
            position: number;
            hash: string | null;
            waiting: number;
            head: components["schemas"]["AuditHead"] | null;
            fault: {
                position: number;
                /** @enum {string} */
                code: "altered_entry" | "deleted_entry" | "altered_link" | "missing_link" | "false_erasure" | "forged_head" | "different_head" | "missing_head" | "removed_start" | "cut_end" | "inserted_entry";
                /** Format: date-time */
                found_at: string;
            } | null;
        };
        AuditHead: {
            position: number;
            hash: string | null;
            /** Format: date-time */
            signed_at: string;
            key_id: string | null;
            token: string;
        };
        AuditVerification: {
            position: number;
            last_position: number;
            links: number;
            signed_heads: number;
            erased: number;
            removed: number;
            entries: number;
            difference: {
                position: number;
                /** @enum {string} */
                code: "altered_entry" | "deleted_entry" | "altered_link" | "missing_link" | "false_erasure" | "forged_head" | "different_head" | "missing_head" | "removed_start" | "cut_end" | "inserted_entry";
                entry_id: string | null;
                occurred_at: string | null;
            } | null;
            next_cursor: string | null;
        };
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            actor: {
                type: string;
                id: string;
                name: string;
            };
            action: string;
            subject_id: string | null;
            address: string | null;
            browser: string | null;
            request_id: string | null;
            changes: {
                field: string;
                from: string | null;
                to: string | null;
            }[];
        };
        AuthorizationToken: {
            /** Format: uuid */
            id: string;
            token: string;
            /** Format: uuid */
            owner_id: string;
            description: string | null;
            write_enabled: boolean;
            read_enabled: boolean;
            delete_enabled: boolean;
            /** @description The scopes of the token. Null for every scope. */
            scopes: ("authorization_tokens" | "badge_templates" | "events" | "invitations" | "issued_badges" | "memberships" | "oauth_applications" | "pathways" | "recommendations" | "workforce")[] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            last_used_at: string | null;
            last_successfully_used_at: string | null;
            owner: {
                /** @constant */
                type: "Organization";
                /** Format: uuid */
                id: string;
                name: string;
                url: string;
            };
            /** @description Whether the creator is still in the organization. */
            creator_available: boolean;
            created_by_id: string | null;
            created_by_type: string;
            created_by_name: string;
        };
        BadgeArtPreview: {
            image: string;
            warnings: {
                field: string;
                /** @enum {string} */
                code: "cut" | "not_drawn" | "low_contrast";
                message: string;
            }[];
        };
        BadgeBulkAction: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            action: "resend" | "revoke" | "delete";
            /** @enum {string} */
            state: "running" | "done" | "cancelled" | "stopped";
            /** @description The reason for a revocation. Null for other actions. */
            reason: string | null;
            /** @description Badges that matched when it was started. */
            badges_count: number;
            /** @description Badges on which the action was done so far. */
            done_count: number;
            /** @description Badges whose state, or another rule, did not allow the action. */
            skipped_count: number;
            /** @description Badges on which the action failed because of an error of the service. */
            failed_count: number;
            /** @description Why it stopped before its last badge. */
            stop_reason: string | null;
            started_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            finished_at: string | null;
            url: string;
        };
        BadgeBulkActionItem: {
            number: number;
            /** @enum {string} */
            status: "waiting" | "done" | "skipped" | "failed";
            code: string | null;
            /** @description Why the badge was skipped, or why the action failed. */
            message: string | null;
            /** Format: uuid */
            badge_id: string;
            /** @description Null when the badge was deleted. */
            recipient_name: string | null;
            recipient_email: string | null;
            badge_template_name: string | null;
        };
        BadgeImport: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "ready" | "scheduled" | "running" | "done" | "cancelled" | "stopped";
            badge_template: {
                /** Format: uuid */
                id: string;
                name: string;
                state: string;
                image_url: string;
            };
            /** @description Whether each row names its badge template. `badge_template` is then that of the first row. */
            badge_template_is_from_column: boolean;
            file_name: string;
            /** @description The columns of the file in their order, each with its first values. */
            columns: {
                name: string;
                samples: string[];
            }[];
            /** @description The index of the column for each field, counted from 0. */
            mapping: {
                [key: string]: number;
            };
            /** @description Headings of the columns that are not used. A column without a heading is named by its number. */
            ignored_columns: string[];
            /** @enum {string} */
            duplicate_behavior: "replace" | "allow" | "deny";
            /**
             * Format: date
             * @description For rows without a date of issue.
             */
            issued_at: string;
            /** @description Whether `issued_at` was not chosen. It then becomes the day on which the badges are issued. */
            issued_at_is_default: boolean;
            suppress_badge_notification_email: boolean;
            /**
             * @description How a date such as 03/04/2026 is read.
             * @enum {string}
             */
            date_order: "day_first" | "month_first";
            date_order_is_guess: boolean;
            /** @description Rows of the file. */
            rows_count: number;
            /** @description Rows without problems. */
            ok_count: number;
            /** @description Rows that will be issued, with a warning. */
            warning_count: number;
            /** @description Rows that will not be issued. */
            error_count: number;
            /** @description Badges issued so far. */
            issued_count: number;
            /** @description Rows that passed the check but could not be issued. */
            failed_count: number;
            /** @description Why the run stopped before its last row. */
            stop_reason: string | null;
            created_by: string;
            started_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description When the badges will be issued. Null unless the import is scheduled. */
            scheduled_at: string | null;
            started_at: string | null;
            finished_at: string | null;
            /** @description When the import is deleted automatically. Null while it is scheduled or running. */
            kept_until: string | null;
            url: string;
        };
        BadgeImportRow: {
            /** @description Its number in the spreadsheet: the headings are row 1, and empty rows count. */
            number: number;
            /** @enum {string} */
            status: "ok" | "warning" | "error" | "issued" | "failed";
            recipient_email: string;
            recipient_name: string;
            problems: {
                field: string;
                code: string;
                message: string;
            }[];
            badge_id: string | null;
        };
        RowMailPreview: {
            /** @description Whether the recipient gets it, or the row or import says otherwise. */
            is_sent: boolean;
            /** @enum {string} */
            locale: "en" | "fr" | "de" | "ko" | "ja" | "zh-CN" | "pt" | "es-ES" | "es-US" | "fr-CA" | "pt-BR";
            from: {
                name: string;
                address: string;
            };
            reply_to: string | null;
            to: {
                name: string;
                address: string;
            };
            subject: string;
            html: string;
            text: string;
        };
        BadgeImportSheet: {
            badge_import: components["schemas"]["BadgeImport"];
            rows: {
                /** @description Its number in the spreadsheet: the headings are row 1, and empty rows count. */
                number: number;
                /** @description In the order of the columns. */
                cells: string[];
                /** @description Whether it has more cells than there are headings. */
                is_ragged: boolean;
                /** @enum {string} */
                status: "ok" | "warning" | "error" | "issued" | "failed";
                problems: {
                    field: string;
                    code: string;
                    message: string;
                }[];
            }[];
        };
        TemplateCertificateDesign: {
            /** @enum {string} */
            layout: "classic" | "band" | "letter";
            /** @enum {string} */
            orientation: "landscape" | "portrait";
            /** @enum {string} */
            paper_size: "A4" | "LETTER";
            color: string | null;
            show_logo: boolean;
            show_expiry: boolean;
            show_qr: boolean;
            /** @enum {string} */
            font: "sans" | "serif" | "classic";
            /** @enum {string} */
            seal: "none" | "rosette" | "stamp" | "ribbon" | "badge";
            show_description: boolean;
            show_skills: boolean;
            show_time_to_earn: boolean;
            show_evidence: boolean;
            show_badge_id: boolean;
            logo: {
                /** Format: uuid */
                id: string;
                url: string;
            } | null;
            signatures: {
                name: string;
                title: string;
                image: {
                    /** Format: uuid */
                    id: string;
                    url: string;
                } | null;
            }[];
            updated_at: string | null;
            inherited: boolean;
        };
        CertificatePreview: {
            image: string;
            warnings: {
                field: string;
                message: string;
            }[];
        };
        BadgeHistoryEntry: {
            /** @constant */
            kind: "event";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            event_type: string;
            /** @description The state that a change led to. */
            state: ("pending" | "accepted" | "rejected" | "revoked" | "replaced") | null;
        } | {
            /** @constant */
            kind: "mail";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            /** @enum {string} */
            template: "pending_badge" | "replaced_badge" | "revoked_badge" | "expiring_badge";
            /** @enum {string} */
            state: "due" | "sent" | "not_needed" | "failed";
            attempts_count: number;
            next_attempt_at: string | null;
            last_reason: string | null;
        } | {
            /** @constant */
            kind: "webhook_delivery";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            event_type: string;
            /** @enum {string} */
            state: "due" | "done" | "failed";
            attempts_count: number;
            next_attempt_at: string | null;
            last_reason: string | null;
        } | {
            /** @constant */
            kind: "audit_entry";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            occurred_at: string;
            action: string;
            actor: {
                type: string;
                id: string;
                name: string;
            };
        };
        BatchResult: {
            index: number;
            status: 201 | 422;
            badge?: components["schemas"]["IssuedBadge"];
            error?: {
                message: string;
                code: string;
                errors: {
                    field: string;
                    code: string;
                    message: string;
                }[];
            };
        };
        CertificateDesign: {
            /** @enum {string} */
            layout: "classic" | "band" | "letter";
            /** @enum {string} */
            orientation: "landscape" | "portrait";
            /** @enum {string} */
            paper_size: "A4" | "LETTER";
            color: string | null;
            show_logo: boolean;
            show_expiry: boolean;
            show_qr: boolean;
            /** @enum {string} */
            font: "sans" | "serif" | "classic";
            /** @enum {string} */
            seal: "none" | "rosette" | "stamp" | "ribbon" | "badge";
            show_description: boolean;
            show_skills: boolean;
            show_time_to_earn: boolean;
            show_evidence: boolean;
            show_badge_id: boolean;
            logo: {
                /** Format: uuid */
                id: string;
                url: string;
            } | null;
            signatures: {
                name: string;
                title: string;
                image: {
                    /** Format: uuid */
                    id: string;
                    url: string;
                } | null;
            }[];
            updated_at: string | null;
        };
        OrganizationDomain: {
            name: string;
            verified: boolean;
            verified_at: string | null;
            method: ("dns" | "file") | null;
            failing_since: string | null;
            ends_at: string | null;
            lost_at: string | null;
            last_checked_at: string | null;
            next_check_at: string | null;
            dns: {
                name: string;
                type: string;
                value: string;
                found: {
                    /** @enum {string} */
                    result: "found" | "missing" | "different" | "unreachable" | "unavailable";
                    detail: string | null;
                } | null;
            };
            file: {
                url: string;
                content: string;
                found: {
                    /** @enum {string} */
                    result: "found" | "missing" | "different" | "unreachable" | "unavailable";
                    detail: string | null;
                } | null;
            };
            /** Format: date-time */
            created_at: string;
        };
        IssuerDomain: {
            domain: string;
            did: string;
            domain_verified: boolean;
            enabled: boolean;
            /** @enum {string} */
            state: "off" | "on" | "paused";
            paused_because: ("domain_not_verified" | "document_wrong" | "keys_changed" | "document_not_reached") | null;
            issuer_did: string;
            active_since: string | null;
            last_checked_at: string | null;
            next_check_at: string | null;
            did_document: {
                url: string;
                content: components["schemas"]["DidDocument"];
                found: {
                    /** @enum {string} */
                    result: "found" | "missing" | "different" | "unreachable" | "unavailable";
                    problems: string[];
                } | null;
            };
            did_configuration: {
                url: string;
                content: components["schemas"]["DidConfiguration"] | null;
                expires_at: string | null;
                found: {
                    /** @enum {string} */
                    result: "found" | "missing" | "different" | "unreachable" | "unavailable";
                    problems: string[];
                } | null;
            };
        };
        DidConfiguration: {
            /** @constant */
            "@context": "https://identity.foundation/.well-known/did-configuration/v1";
            linked_dids: string[];
        };
        EmployeeExternalBadge: {
            employee: {
                /** Format: uuid */
                id: string;
                external_id: string | null;
            };
            external_badge: components["schemas"]["ExternalBadge"];
        };
        ExternalBadge: {
            /** @constant */
            type: "OpenBadge";
            badge_name: string;
            badge_description: string | null;
            issuer_name: string | null;
            issued_at_date: string | null;
            expires_at_date: string | null;
            badge_url: string | null;
            badge_id: string | null;
            /** Format: uuid */
            credly_record_id: string;
            /** Format: date-time */
            refreshed_at: string;
            skills: {
                name: string;
            }[];
            verification_status: {
                verified: boolean;
            };
            image_url: string | null;
            badge_criteria: {
                id: string | null;
                narrative: string | null;
            };
            issued_at: string | null;
            expires_at: string | null;
            credential_number: string | null;
            badge_version: string | null;
        } | {
            /** @constant */
            type: "EmulatedBadge";
            badge_name: string;
            badge_description: string | null;
            issuer_name: string | null;
            issued_at_date: string | null;
            expires_at_date: string | null;
            badge_url: string | null;
            badge_id: string | null;
            /** Format: uuid */
            credly_record_id: string;
            /** Format: date-time */
            refreshed_at: string;
            skills: {
                name: string;
            }[];
            verification_status: {
                verified: boolean;
            };
            image_url: string | null;
            recipient_name: string | null;
            ai_influence: {
                ai_influenced: boolean;
            };
        };
        Employee: {
            /** Format: uuid */
            id: string;
            email: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            employee_state: "created" | "pending" | "accepted" | "rejected";
            /** Format: date-time */
            employee_state_updated_at: string;
            last_invitation_sent_at: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string | null;
            photo_url: string | null;
            team: string | null;
            external_id: string | null;
            position_title: string | null;
            manager_first_name: string | null;
            manager_last_name: string | null;
            manager_external_id: string | null;
            location: string | null;
            country: string | null;
            zip_code: string | null;
            state_or_province: string | null;
            department: string | null;
            organization_level_1: string | null;
            organization_level_2: string | null;
            organization_level_3: string | null;
            job_family: string | null;
        };
        EmployeeData: {
            /** Format: uuid */
            id: string;
            email: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            employee_state: "created" | "pending" | "accepted" | "rejected";
            /** Format: date-time */
            employee_state_updated_at: string;
            last_invitation_sent_at: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string | null;
            photo_url: string | null;
            team: string | null;
            external_id: string | null;
            position_title: string | null;
            manager_first_name: string | null;
            manager_last_name: string | null;
            manager_external_id: string | null;
            location: string | null;
            country: string | null;
            zip_code: string | null;
            state_or_province: string | null;
            department: string | null;
            organization_level_1: string | null;
            organization_level_2: string | null;
            organization_level_3: string | null;
            job_family: string | null;
            bio: string | null;
            vanity_url: string | null;
            badges: components["schemas"]["EmployeeBadge"][];
            employment_histories: {
                /** Format: uuid */
                id: string;
                current: boolean;
                employer_job_title: string | null;
                partner_occupation: string | null;
                occupation_name: string | null;
                model_version: string | null;
                confidence_rating: number | null;
                state: string | null;
            }[];
        };
        EmployeeBadge: {
            /** Format: uuid */
            id: string;
            issued_to: string;
            issued_to_first_name: string | null;
            issued_to_middle_name: string | null;
            issued_to_last_name: string | null;
            /** Format: date-time */
            issued_at: string;
            /** Format: date */
            issued_at_date: string;
            expires_at: string | null;
            expires_at_date: string | null;
            /** @enum {string} */
            state: "pending" | "accepted" | "rejected" | "revoked" | "replaced";
            public: boolean;
            badge_template: {
                /** Format: uuid */
                id: string;
                image: {
                    id: string;
                    url: string;
                };
                image_url: string;
                description: string;
                name: string;
                skills: string[];
            };
            issuer: {
                name: string;
                image_url: string | null;
            };
        };
        EmployeeBatch: {
            dry_run: boolean;
            total_count: number;
            /** @description In a dry run: how many would be created. */
            created_count: number;
            ignored_columns: string[];
            /** @description The first employees that are stored. */
            preview: {
                row: number;
                email: string;
                external_id: string | null;
                full_name: string | null;
                position_title: string | null;
            }[];
            /** @description The employees that are not stored, each with its position from 1. Headings are not counted. */
            errors: {
                row: number;
                email: string | null;
                errors: {
                    field: string;
                    code: string;
                    message: string;
                }[];
            }[];
        };
        Invitation: {
            /** Format: date-time */
            resend_start: string;
        };
        Endorsement: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            direction: "given" | "received";
            /** @enum {string} */
            state: "offered" | "accepted" | "declined" | "withdrawn";
            comment: string;
            badge_template: {
                /** Format: uuid */
                id: string;
                name: string;
                image_url: string | null;
                /** @description Its public page. Null for an endorser when the badge is not public. */
                url: string | null;
            };
            endorser: {
                /** Format: uuid */
                id: string;
                name: string;
                url: string;
            };
            /** @description The organization of the badge. */
            owner: {
                /** Format: uuid */
                id: string;
                name: string;
                url: string;
            };
            /** @description The signed credential. Null unless it is accepted. */
            credential_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            state_updated_at: string;
        };
        Event: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /** @enum {string} */
            event_type: "badge.created" | "badge.deleted" | "badge.privacy.changed" | "badge.state.changed" | "badge_template.created" | "badge_template.changed" | "badge_template.deleted" | "pending_badge_notification.sent" | "pending_badge_notification.no_user.sent" | "pending_badge_notification.unconfirmed_email.sent" | "user.account_merged" | "user.connect_access.removed" | "user.public_badges.changed" | "user.public_badges.added" | "user.public_badges.removed" | "employment.badges.added" | "employment.badges.removed" | "employment.badges.state_changed" | "employment.badges.privacy_changed" | "employment.created" | "employment.updated" | "employment.deleted" | "employment.connection.pending" | "employment.connection.accepted" | "employment.connection.rejected" | "employment.user_account.associated" | "employment.user_account.disassociated" | "webhook.test";
            /** Format: date-time */
            occurred_at: string;
            badge?: components["schemas"]["IssuedBadge"] | components["schemas"]["EmploymentBadge"];
            badge_template?: components["schemas"]["BadgeTemplate"];
            employment?: components["schemas"]["Employment"] | components["schemas"]["MinimalEmployment"];
            /** Format: uuid */
            user_id?: string;
            /** Format: uuid */
            source_user_id?: string;
            /** Format: uuid */
            destination_user_id?: string;
        };
        EmploymentBadge: {
            /** Format: uuid */
            id: string;
            issued_to: string;
            issued_to_first_name: string | null;
            issued_to_middle_name: string | null;
            issued_to_last_name: string | null;
            /** Format: date-time */
            issued_at: string;
            /** Format: date */
            issued_at_date: string;
            expires_at: string | null;
            expires_at_date: string | null;
            /** @enum {string} */
            state: "pending" | "accepted" | "rejected" | "revoked" | "replaced";
            public: boolean;
            badge_template: {
                /** Format: uuid */
                id: string;
                image: {
                    id: string;
                    url: string;
                };
                image_url: string;
                description: string;
                name: string;
                skills: string[];
            };
            issuer: {
                name: string;
                image_url: string | null;
            };
            badge_url: string;
        };
        Employment: {
            /** Format: uuid */
            id: string;
            email: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            employee_state: "created" | "pending" | "accepted" | "rejected";
            /** Format: date-time */
            employee_state_updated_at: string;
            last_invitation_sent_at: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string | null;
            photo_url: string | null;
            team: string | null;
            external_id: string | null;
            position_title: string | null;
            manager_first_name: string | null;
            manager_last_name: string | null;
            manager_external_id: string | null;
            location: string | null;
            country: string | null;
            zip_code: string | null;
            state_or_province: string | null;
            department: string | null;
            organization_level_1: string | null;
            organization_level_2: string | null;
            organization_level_3: string | null;
            job_family: string | null;
            /** Format: date-time */
            last_updated_by_organization_at: string;
            level: string | null;
            employer: {
                /** Format: uuid */
                id: string;
                name: string;
                bio: string | null;
                industry: string | null;
            };
            badges: components["schemas"]["EmploymentBadge"][];
            employment_histories: {
                /** Format: uuid */
                id: string;
                current: boolean;
                employer_job_title: string | null;
                partner_occupation: string | null;
                occupation_name: string | null;
                model_version: string | null;
                confidence_rating: number | null;
                state: string | null;
            }[];
        };
        MinimalEmployment: {
            /** Format: uuid */
            id: string;
            email: string | null;
            external_id: string | null;
        };
        Grantor: {
            /** Format: uuid */
            id: string;
            grantor: components["schemas"]["OrganizationSummary"];
        };
        OrganizationSummary: {
            /** @constant */
            type: "Organization";
            /** Format: uuid */
            id: string;
            name: string;
            vanity_slug: string;
            url: string;
            photo: {
                id: string;
                url: string;
            } | null;
            photo_url: string | null;
            /** @description Number of its active badge templates. */
            badge_template_count: number;
        };
        BadgeTemplateSummary: {
            /** Format: uuid */
            id: string;
            image_url: string;
            name: string;
            public: boolean;
            /** Format: date-time */
            updated_at: string;
            owner: {
                /** Format: uuid */
                id: string;
                name: string;
            };
        };
        BulkBadge: {
            /** Format: uuid */
            id: string;
            issued_to: string;
            issued_to_first_name: string | null;
            issued_to_middle_name: string | null;
            issued_to_last_name: string | null;
            issuer_earner_id: string | null;
            locale: string;
            public: boolean;
            recipient_email: string;
            /** @enum {string} */
            state: "pending" | "accepted" | "rejected" | "revoked" | "replaced";
            badge_url: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            /** Format: date-time */
            issued_at: string;
            /** Format: date-time */
            state_updated_at: string;
            user: {
                id: string | null;
            };
            replacement_badge_id: string | null;
            revocation_reason: string | null;
            suppress_badge_notification_email: boolean;
            /** Format: date */
            issued_at_date: string;
            expires_at_date: string | null;
            badge_template: {
                /** Format: uuid */
                id: string;
                description: string;
                global_activity_url: string | null;
                name: string;
                state: string;
                public: boolean;
                vanity_slug: string;
                image: {
                    id: string;
                    url: string;
                };
                image_url: string;
                url: string;
                owner: {
                    /** @constant */
                    type: "Organization";
                    /** Format: uuid */
                    id: string;
                };
                /** Format: date-time */
                state_updated_at: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
            };
            created_by: {
                /** @constant */
                type: "Organization";
                /** Format: uuid */
                id: string;
            };
            issuer: {
                summary: string;
                entities: {
                    label: string;
                    primary: boolean;
                    /** @constant */
                    type: "Organization";
                    /** Format: uuid */
                    id: string;
                    name: string;
                }[];
            };
        };
        MinimalBulkBadge: {
            /** Format: uuid */
            id: string;
            issued_to: string;
            issued_to_first_name: string | null;
            issued_to_middle_name: string | null;
            issued_to_last_name: string | null;
            issuer_earner_id: string | null;
            locale: string;
            public: boolean;
            recipient_email: string;
            /** @enum {string} */
            state: "pending" | "accepted" | "rejected" | "revoked" | "replaced";
            badge_url: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            created_at: string;
            expires_at: string | null;
            /** Format: date-time */
            issued_at: string;
            /** Format: date-time */
            state_updated_at: string;
            user: {
                id: string | null;
            };
            badge_template: {
                /** Format: uuid */
                id: string;
                name: string;
            };
        };
        WalkMetadata: {
            next_page_url: string | null;
        };
        IdentityProvider: {
            entity_id: string;
            sign_in_url: string;
            certificates: components["schemas"]["ProviderCertificate"][];
            /** @description Whether people with addresses of the domain can sign in only through the provider. */
            is_required: boolean;
            /** @description Whether the requirement applies now: the domain is verified by its DNS record, and a sign-in has succeeded since. */
            is_enforced: boolean;
            email_attribute: string | null;
            first_name_attribute: string | null;
            last_name_attribute: string | null;
            role_attribute: string | null;
            role_rules: components["schemas"]["RoleRule"][];
            /** @description The role of people whom no rule names. Null: they do not become members. */
            default_role: ("administrator" | "issuer" | "viewer") | null;
            /** @description The verified domain whose people sign in. Null: none is verified, so nobody can sign in. */
            domain: string | null;
            /** @description The last sign-in that succeeded with this entity id, address and certificates. Null: none since the domain was verified. */
            tried_at: string | null;
            service: {
                /** Format: uri */
                entity_id: string;
                /** Format: uri */
                response_url: string;
                /** Format: uri */
                sign_in_url: string;
                /**
                 * Format: uri
                 * @description Where a sign-in can begin from another site.
                 */
                start_url: string;
            };
            /** Format: date-time */
            updated_at: string;
        };
        ProviderCertificate: {
            pem: string;
            subject: string;
            fingerprint: string;
            /** Format: date-time */
            expires_at: string;
        };
        MemberInvitation: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "administrator" | "issuer" | "viewer";
            /** @enum {string} */
            state: "pending" | "expired" | "accepted" | "withdrawn";
            invited_by: {
                type: string;
                id: string;
                name: string;
            };
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the newest e-mail was requested. Only the link of that e-mail is valid.
             */
            sent_at: string;
            /** Format: date-time */
            expires_at: string;
            accepted_at: string | null;
            /** @description The member who accepted it. */
            member_id: string | null;
            withdrawn_at: string | null;
        };
        IssuableBadgeTemplate: {
            /** Format: uuid */
            id: string;
            image_url: string;
            name: string;
            public: boolean;
            /** Format: date-time */
            updated_at: string;
            owner: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            skills: string[];
            default_expires_at_type: ("date" | "duration") | null;
            default_expires_at_date: string | null;
            default_expires_after: string | null;
        };
        IssuerAuthorization: {
            /** Format: uuid */
            id: string;
            authorization_type: string;
            /** @enum {string} */
            display_issuer_as: "grantor" | "issuer" | "both";
            restrict_by_badge_templates: boolean;
            subscription_type: string | null;
            allowed_badge_templates: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            collections: unknown[];
            issuer: components["schemas"]["OrganizationSummary"];
            grantor: components["schemas"]["OrganizationSummary"];
        };
        LearningApp: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description `oauth_consumer_key` of signed requests. */
            api_key: string;
            /** @description Shown when it is created or rotated. Null otherwise. */
            app_secret: string | null;
            /** @description The app may launch pages inside the LMS. */
            enterprise: boolean;
            /** @description True: only pages of origins registered for an integration may frame its launches, and not the page that launches. */
            registered_origins_only: boolean;
            owner: {
                /** Format: uuid */
                id: string;
                name: string;
                email: string | null;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_used_at: string | null;
            last_successfully_used_at: string | null;
        };
        LaunchCheck: {
            accepted: boolean;
            /** @description The check that refused it. Null when none did. */
            step: ("parse" | "parameters" | "key" | "timestamp" | "signature" | "nonce" | "launch") | null;
            /** @description The error code that the sender gets. */
            code: ("NOT_FOUND" | "LTI_APP_NOT_FOUND" | "LTI_DATA_MISSING" | "LTI_UNAUTHORIZED" | "LTI_NO_CONNECTION" | "LTI_EMAIL_BELONGS_TO_ANOTHER" | "LTI_MEMBER_ID_DOES_NOT_EXIST" | "LTI_MEMBER_CREATION_FAILED") | null;
            message: string;
            checks: {
                /** @enum {string} */
                step: "parse" | "parameters" | "key" | "timestamp" | "signature" | "nonce" | "launch";
                /** @enum {string} */
                outcome: "passed" | "failed" | "not_reached" | "not_checked";
            }[];
            /** @description Probable mistakes, and what to do about them. */
            hints: string[];
            method: string;
            /** @description The address that is signed: `APP_URL` and the path. */
            base_uri: string;
            /** @description The signed parameters, decoded, in the order in which they are signed. */
            parameters: {
                name: string;
                value: string;
            }[];
            base_string: string;
            /** @description Names whose values are hidden, because they are secrets. */
            hidden: string[];
            /** Format: date-time */
            checked_at: string;
            /** @description The time in `oauth_timestamp`. */
            signed_at: string | null;
        };
        LearningAppToken: {
            /** Format: uuid */
            id: string;
            /**
             * @description `owner` manages the whole app, `integration` works on the integrations that it names.
             * @enum {string}
             */
            kind: "owner" | "integration";
            /** @description The user of the token (`token_owner`). */
            user: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description None for an owner's token. */
            integration_ids: number[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            last_used_at: string | null;
            last_successfully_used_at: string | null;
            /** @description Where it was created: the IP address. */
            address: string | null;
            /** @description The browser or program that created it. */
            browser: string | null;
        };
        LearningIntegrationItem: {
            /** @description `integration_account_id` and `integration_id` of the learning edition. */
            id: number;
            course_id: string;
            name: string;
            launch_origins: string[];
            app: {
                /** Format: uuid */
                id: string;
                name: string;
                api_key: string;
                enterprise: boolean;
            };
            students_count: number;
            gradables_count: number;
            rules_count: number;
            /** @description Badges that its rules gave to students. */
            badges_count: number;
            /** Format: date-time */
            created_at: string;
        };
        LearningGradableItem: {
            id: number;
            extern_id: string;
            name: string;
            /** @enum {string} */
            callback: "letterGrade" | "points" | "complete" | "pass";
            min_pass_requirement: string;
            grades_count: number;
            /** @description Rules that require it. It can be deleted when there are none. */
            rules_count: number;
            /** Format: date-time */
            created_at: string;
        };
        LearningGradeItem: {
            id: number;
            score: string;
            /** Format: date-time */
            completed_at: string;
            gradable: {
                id: number;
                extern_id: string;
                name: string;
                /** @enum {string} */
                callback: "letterGrade" | "points" | "complete" | "pass";
            };
            student: {
                id: number;
                extern_id: string;
                first: string;
                last: string;
                email: string;
            };
        };
        LearningLogItem: {
            id: number;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            action: "create" | "delete" | "bulk_delete";
            type: string;
            error_id: string | null;
            data: unknown;
        };
        RulePreview: {
            /** @description Students who meet one of the rules. */
            total: number;
            /** @description Those of them who already have the badge. */
            awarded: number;
            /** @description At most 50, those without the badge first. */
            students: {
                id: number;
                extern_id: string;
                first: string;
                last: string;
                awarded: boolean;
            }[];
            /** @description How many meet each rule, in the order given. */
            rules: {
                total: number;
            }[];
        };
        LearningRuleDocument: {
            badge_template: {
                /** Format: uuid */
                id: string;
                learning_badge_id: number;
                name: string;
                image_url: string;
                /** @enum {string} */
                state: "draft" | "active" | "archived";
            };
            /** @description All rules in words. Empty without rules. */
            desc: string;
            /** @description Badges that the rules gave to students of the integration. */
            badges_count: number;
            rules: components["schemas"]["LearningDocumentRule"][];
        };
        LearningDocumentRule: {
            id: number;
            badge_id: number;
            /** @description The name of its badge. */
            name: string;
            /** @description The author's description, or else the requirements in words. */
            desc: string;
            requirements: {
                /** @description The `id` of the gradable. */
                grade_object_id: number;
                gradable: components["schemas"]["LearningGradable"];
                /** @enum {string} */
                operator: "gte" | "gt" | "eq" | "lte" | "lt";
                value: string;
            }[];
            /** @description The author's description. Null when it is generated from the requirements. */
            own_desc: string | null;
            /** @description Whether its badges contain the grades. */
            includes_results: boolean;
        };
        LearningGradable: {
            id: number;
            /** @description The ID that the LMS gives the gradable. */
            extern_id: string;
            name: string;
            /** @enum {string} */
            callback: "letterGrade" | "points" | "complete" | "pass";
            min_pass_requirement: string;
            /** @description The number of the person whose token created it. */
            creator_id: number;
        };
        EvaluationResult: {
            /** @description Students to whom a badge was issued by this request. */
            student_count: number;
            /** @description Students who meet one of the rules and do not have the badge. Counted at the first and the last step. */
            remaining: number;
            /** @description Repeat the request with this as `after` until it is null. */
            next: string | null;
        };
        LearningStudentItem: {
            id: number;
            /** @description The ID that the LMS gave. */
            extern_id: string;
            first: string;
            last: string;
            email: string;
            integration_id: number;
            grades_count: number;
            /** @description Badges that rules of this integration gave. */
            badges_count: number;
            /** Format: date-time */
            created_at: string;
        };
        MailDesign: {
            sender_name: string | null;
            sender_address: string;
            reply_to: string | null;
            texts: {
                en?: components["schemas"]["MailTexts"];
                fr?: components["schemas"]["MailTexts"];
                de?: components["schemas"]["MailTexts"];
                ko?: components["schemas"]["MailTexts"];
                ja?: components["schemas"]["MailTexts"];
                "zh-CN"?: components["schemas"]["MailTexts"];
                pt?: components["schemas"]["MailTexts"];
                "es-ES"?: components["schemas"]["MailTexts"];
                "es-US"?: components["schemas"]["MailTexts"];
                "fr-CA"?: components["schemas"]["MailTexts"];
                "pt-BR"?: components["schemas"]["MailTexts"];
            };
            updated_at: string | null;
        };
        MailTexts: {
            pending_badge?: {
                subject: string | null;
                heading: string | null;
                opening: string | null;
            };
            replaced_badge?: {
                subject: string | null;
                heading: string | null;
                opening: string | null;
            };
            revoked_badge?: {
                subject: string | null;
                heading: string | null;
                opening: string | null;
            };
            expiring_badge?: {
                subject: string | null;
                heading: string | null;
                opening: string | null;
            };
        };
        MailPreview: {
            from: {
                name: string;
                address: string;
            };
            reply_to: string | null;
            subject: string;
            html: string;
            text: string;
            built_in: {
                subject: string;
                heading: string;
            } | null;
        };
        MailDesignTest: {
            address: string;
        };
        Member: {
            /** Format: uuid */
            id: string;
            first_name: string;
            last_name: string;
            email: string | null;
            photo_url: string | null;
            /** @enum {string} */
            role: "administrator" | "issuer" | "viewer";
            /**
             * Format: date-time
             * @description When the person became a member.
             */
            created_at: string;
            /** @description The person's number in the learning edition (`creator_id`). */
            learning_member_id: number;
            /** @description Unexpired authorization tokens that the person created. They stay when the membership ends. */
            authorization_tokens_count: number;
            /** @description Whether the account has a passkey or an authenticator app. */
            second_factor: boolean;
        };
        OAuthApplication: {
            id: number;
            name: string;
            description: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            last_used_at: string | null;
            last_successfully_used_at: string | null;
            uid: string;
            secret: string | null;
            created_by_id: string | null;
            created_by_type: string;
            created_by_name: string;
            /** @description Whether the creator is still in the organization. */
            creator_available: boolean;
            data_services_enabled: boolean;
            /** @description The scopes that it may request. Null for every scope. */
            scopes: ("authorization_tokens" | "badge_templates" | "events" | "invitations" | "issued_badges" | "memberships" | "oauth_applications" | "pathways" | "recommendations" | "workforce")[] | null;
            /** Format: uuid */
            uuid: string;
            access: {
                read: boolean;
                write: boolean;
                delete: boolean;
            };
        };
        RecommendationItem: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @enum {string} */
            type: "badge" | "information" | "education" | "employment" | "participation" | "offer";
            /** Format: uuid */
            recommended_badge_template_id?: string;
            activity_url?: string;
            /** Format: date-time */
            updated_at: string;
            badge_templates_count: number;
        };
        Recommendation: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @enum {string} */
            type: "badge" | "information" | "education" | "employment" | "participation" | "offer";
            recommended_badge_template_id: string | null;
            /** @description Empty for the type `badge`. */
            activity_url: string;
            url: string;
            issuer_name: string | null;
            image_url: string | null;
            issuer_icon: string | null;
            description: string | null;
            badge_template_ids: string[];
        };
        SecuritySettings: {
            /** @description Whether members need a session in which a second factor was proved. */
            requires_second_factor: boolean;
            /** @description Minutes without a request after which a session of a member ends. Null: after eight hours, as for all. */
            session_idle_minutes: number | null;
            /** @description Days without a request after which a token of the learning edition ends. Null: three years. */
            learning_token_idle_days: number | null;
            members_count: number;
            members_with_second_factor_count: number;
        };
        ServiceMove: {
            /** Format: uuid */
            id: string;
            base_url: string;
            /** @enum {string} */
            state: "ready" | "running" | "done" | "stopped" | "failed";
            /** @description The run since the last start. To stop it, send this. */
            run_id: string | null;
            inspection: {
                /** @description The name of the organization there. */
                name: string;
                lists: {
                    name: string;
                    /** @description Whether the token can read it. */
                    is_readable: boolean;
                    /** @description Null if the service does not say how many there are. */
                    count: number | null;
                }[];
            };
            /** @description The token is deleted when the move ends, and after 7 days. */
            has_token: boolean;
            phase: ("reading" | "writing") | null;
            /** @description What was read or written last. */
            progress: string | null;
            /** @description Why it stopped or failed. */
            stop_reason: string | null;
            report: {
                created: number;
                changed: number;
                unchanged: number;
                refused: number;
                kinds: {
                    [key: string]: {
                        created: number;
                        changed: number;
                        unchanged: number;
                        refused: number;
                    };
                };
                /** @description The first 200 records that were refused. */
                refusals: {
                    kind: string;
                    id: string;
                    reason: string;
                }[];
                skipped_count: number;
                /** @description The first 200 items that could not be read. */
                skipped: {
                    kind: string;
                    id: string;
                    reason: string;
                }[];
                unavailable: {
                    path: string;
                    status: number;
                }[];
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            started_at: string | null;
            finished_at: string | null;
            url: string;
        };
        SigningKey: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            algorithm: "Ed25519" | "P-256";
            /** @enum {string} */
            state: "active" | "retired";
            public_key_multibase: string;
            /** Format: date-time */
            created_at: string;
            retired_at: string | null;
        };
        DesignedTemplate: {
            badge_template: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                state: "draft" | "active" | "archived";
            };
            /** Format: date-time */
            updated_at: string;
        };
        TestClock: {
            /** @description By how many days time was moved in all. */
            days: number;
        };
        TestMail: {
            /** Format: uuid */
            id: string;
            to: {
                name: string;
                address: string;
            };
            subject: string;
            /** Format: date-time */
            sent_at: string;
        };
        TestMailDetail: {
            /** Format: uuid */
            id: string;
            to: {
                name: string;
                address: string;
            };
            subject: string;
            /** Format: date-time */
            sent_at: string;
            html: string;
            text: string;
        };
        TestOrganization: {
            /** Format: uuid */
            id: string;
            vanity_slug: string;
            /** @description The API address of the test organization. */
            url: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            event_id: string;
            /** @enum {string} */
            event_type: "badge.created" | "badge.deleted" | "badge.privacy.changed" | "badge.state.changed" | "badge_template.created" | "badge_template.changed" | "badge_template.deleted" | "pending_badge_notification.sent" | "pending_badge_notification.no_user.sent" | "pending_badge_notification.unconfirmed_email.sent" | "user.account_merged" | "user.connect_access.removed" | "user.public_badges.changed" | "user.public_badges.added" | "user.public_badges.removed" | "employment.badges.added" | "employment.badges.removed" | "employment.badges.state_changed" | "employment.badges.privacy_changed" | "employment.created" | "employment.updated" | "employment.deleted" | "employment.connection.pending" | "employment.connection.accepted" | "employment.connection.rejected" | "employment.user_account.associated" | "employment.user_account.disassociated" | "webhook.test";
            /** @enum {string} */
            state: "due" | "done" | "failed";
            attempts_count: number;
            /** Format: date-time */
            created_at: string;
            next_attempt_at: string | null;
            finished_at: string | null;
            last_reason: string | null;
            /** @description No attempt is made after this time. Null before the first attempt and when the delivery is finished. */
            retried_until: string | null;
        };
        WebhookDeliveryDetail: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            event_id: string;
            /** @enum {string} */
            event_type: "badge.created" | "badge.deleted" | "badge.privacy.changed" | "badge.state.changed" | "badge_template.created" | "badge_template.changed" | "badge_template.deleted" | "pending_badge_notification.sent" | "pending_badge_notification.no_user.sent" | "pending_badge_notification.unconfirmed_email.sent" | "user.account_merged" | "user.connect_access.removed" | "user.public_badges.changed" | "user.public_badges.added" | "user.public_badges.removed" | "employment.badges.added" | "employment.badges.removed" | "employment.badges.state_changed" | "employment.badges.privacy_changed" | "employment.created" | "employment.updated" | "employment.deleted" | "employment.connection.pending" | "employment.connection.accepted" | "employment.connection.rejected" | "employment.user_account.associated" | "employment.user_account.disassociated" | "webhook.test";
            /** @enum {string} */
            state: "due" | "done" | "failed";
            attempts_count: number;
            /** Format: date-time */
            created_at: string;
            next_attempt_at: string | null;
            finished_at: string | null;
            last_reason: string | null;
            /** @description No attempt is made after this time. Null before the first attempt and when the delivery is finished. */
            retried_until: string | null;
            /** @description The body of the last attempt. Null when there was none. */
            payload: components["schemas"]["WebhookPayload"] | null;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookPayload: {
            /**
             * Format: uuid
             * @description The ID of the event, also in the header `webhook-id`. The same in every attempt.
             */
            id: string;
            /**
             * Format: uuid
             * @description Your organization.
             */
            organization_id: string;
            /** @description What happened. */
            event_type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When this attempt was made.
             */
            delivered_at: string;
        };
        WebhookAttempt: {
            /** Format: date-time */
            attempted_at: string;
            status: number | null;
            duration_ms: number;
            reason: string | null;
            response_excerpt: string | null;
            /** @description The content type, and the headers that sign the request. Null for attempts before they were stored. */
            request_headers: {
                [key: string]: string;
            } | null;
            /** @description At most 4 KiB, with `[hidden]` for cookies. Null without a response. */
            response_headers: {
                [key: string]: string;
            } | null;
        };
        Redelivery: {
            redelivered_count: number;
            /** @description Where to continue when the range had more deliveries than one request handles. */
            next_since: string | null;
        };
        WebhookSecret: {
            /** @description `whsec_` and base64, as Standard Webhooks writes it. */
            secret: string;
            /** @description Until then deliveries are also signed with the previous secret. */
            previous_secret_expires_at: string | null;
        };
        WebhookSettings: {
            webhook_url: string | null;
            allowed_webhooks: string[];
            accepts_any_success: boolean;
            data_services_enabled: boolean;
            /** @description OAuth applications with data services on, at most ten. */
            data_services_applications: {
                id: number;
                name: string;
            }[];
            failing_since: string | null;
        };
    };
    responses: {
        /** @description No credential, or one that is wrong, expired or replaced. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential lacks the permission or the scope. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unknown, or of another organization. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A field or a business rule forbids it. `errors` names the fields. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests of this credential, or failures of this address. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After": string;
                /** @description The limit: `q` requests in a window of `w` seconds. */
                "RateLimit-Policy": string;
                /** @description The remaining requests: `r`, until the window ends in `t` seconds. */
                RateLimit: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal error. The message contains only the ID of the request. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The data was locked for too long, or too many large requests arrived at once, and nothing was changed (`busy`), or the database is unavailable and it is unknown whether the change was made (`unavailable`). Repeat with the same Idempotency-Key. */
        Busy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Malformed body, bad parameter, unknown filter or sort key, or a page too deep. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is compressed or multipart. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used for another request, or that request still runs. Or the data is not what the change is based on. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_request`, `invalid_scope` or `unsupported_grant_type`. */
        TokenBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description `invalid_client`. */
        TokenUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is too large. */
        TokenBodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is compressed. */
        TokenUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many requests of this address. */
        TokenTooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After": string;
                /** @description The limit: `q` requests in a window of `w` seconds. */
                "RateLimit-Policy": string;
                /** @description The remaining requests: `r`, until the window ends in `t` seconds. */
                RateLimit: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Internal error. The description contains only the ID of the request. */
        TokenInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description `temporarily_unavailable`. */
        TokenBusy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description No longer stored. The message says how long such resources are stored. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
        IdempotencyKey: string;
        /** @description Number of the page, from 1. */
        page: number;
        /** @description Items on a page. Default: 50. */
        per: number;
        /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
        format: "csv";
        /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
        columns: string;
    };
    requestBodies: never;
    headers: {
        /** @description ID of this request. Include it when you report a problem. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    grantAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AccessTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            400: components["responses"]["TokenBadRequest"];
            401: components["responses"]["TokenUnauthorized"];
            413: components["responses"]["TokenBodyTooLarge"];
            415: components["responses"]["TokenUnsupportedMediaType"];
            429: components["responses"]["TokenTooManyRequests"];
            500: components["responses"]["TokenInternalError"];
            503: components["responses"]["TokenBusy"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["OrganizationInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                /** @description The first day, `YYYY-MM-DD`. Default: 30 days until `to`. */
                from?: string;
                /** @description The last day, at most 366 days from the first. Default: today (UTC). */
                to?: string;
                /** @description `issued_at` counts the badges issued in these days, and how many of them were accepted since. `event_date` counts the badges issued and accepted in these days. Default: `issued_at`. */
                by?: string;
                /** @description The length of a period: `day`, `week` or `month`. Default: by the number of days. */
                interval?: string;
                /** @description Only this template. */
                badge_template_id?: string;
                /** @description `csv` returns one table. */
                format?: string;
                /** @description With `format=csv`: `badge_templates`, `periods`, `channels` or `earner_groups`. Default: `badge_templates`. */
                table?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Analytics"];
                        metadata: Record<string, never>;
                    };
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `method`, `status`, `path`, `actor_id`, `request_id`, `occurred_at_min`, `occurred_at_max`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `occurred_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiRequest"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                api_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiRequestDetail"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getAuditChain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditChain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    exportAuditChain: {
        parameters: {
            query?: {
                /** @description The position after which the file begins (0 by default). A file has up to 20,000 entries. */
                after?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listAuditHeads: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditHead"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    verifyAuditChain: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the response before, to verify the next part. Default: the beginning. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditVerification"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `action`, `action_group`, `actor_id`, `subject_id`, `occurred_at_min`, `occurred_at_max`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `occurred_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuthorizationToken"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuthorizationTokenInput"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizationTokenInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuthorizationToken"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                authorization_token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    revealToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                authorization_token_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuthorizationToken"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    rotateTokenById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                authorization_token_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RotationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuthorizationToken"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RotationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuthorizationToken"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    previewArt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeArtPreviewInput"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeArtPreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeArtPreview"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `state`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeBulkAction"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    startBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeBulkActionInput"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeBulkActionInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeBulkAction"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_bulk_action_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeBulkAction"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listBulkActionItems: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `status`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `number`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                badge_bulk_action_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeBulkActionItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    cancelBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                badge_bulk_action_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeBulkAction"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `state`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImport"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeImportInput"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeImportInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImport"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImport"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeImportChange"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeImportChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImport"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImport"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getImportResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `status`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `number`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImportRow"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    previewRowMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
                row_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RowMailPreview"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getSheet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImportSheet"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    changeSheet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeImportSheetChange"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeImportSheetChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImportSheet"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                badge_import_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeImportStart"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeImportStart"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeImport"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `name`, `public`, `reporting_tags`, `recommendation_ids`, `skills`, `state`, `created_at_min`, `created_at_max`, `updated_at_min`, `updated_at_max`, `owner_id`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`, `updated_at`, `badges_count`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplate"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeTemplateInput"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeTemplateInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplate"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplate"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeTemplateChange"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeTemplateChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplate"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getTemplateCertificateDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TemplateCertificateDesign"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateTemplateCertificateDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CertificateDesignInput"];
                "application/x-www-form-urlencoded": components["schemas"]["CertificateDesignInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TemplateCertificateDesign"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    resetTemplateCertificateDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    previewTemplateCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CertificatePreviewInput"];
                "application/x-www-form-urlencoded": components["schemas"]["CertificatePreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificatePreview"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    copyTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BadgeTemplateCopyInput"];
                "application/x-www-form-urlencoded": components["schemas"]["BadgeTemplateCopyInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplate"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    buildSampleFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listBadges: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `state`, `user_id`, `issued_at_min`, `issued_at_max`, `issued_at_date_min`, `issued_at_date_max`, `issuer_id`, `issuer_earner_id`, `public`, `badge_templates[owner_id]`, `badge_templates[name]`, `badge_templates[reporting_tags]`, `badge_templates[skills]`, `created_at_min`, `created_at_max`, `expires_at_min`, `expires_at_date_min`, `expires_at_max`, `expires_at_date_max`, `state_updated_at_min`, `state_updated_at_max`, `updated_at_min`, `updated_at_max`, `badge_template_id`, `recipient_email`, `recipient_email_all`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`, `issued_at`, `state_updated_at`, `badge_templates[name]`, `users[first_name]`, `users[last_name]`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    issueBadge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssueInput"];
                "application/x-www-form-urlencoded": components["schemas"]["IssueInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"];
                        metadata: Record<string, never>;
                    };
                };
            };
            /** @description Replaced. The newest badge is at `Location`. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listBadgeHistory: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeHistoryEntry"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    correctRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecipientInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RecipientInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    replaceBadge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplaceInput"];
                "application/x-www-form-urlencoded": components["schemas"]["ReplaceInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    revokeBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RevokeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    sendNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                badge_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuedBadge"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    issueBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BatchInput"];
                "application/x-www-form-urlencoded": components["schemas"]["BatchInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchResult"][];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getCertificateDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificateDesign"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateCertificateDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CertificateDesignInput"];
                "application/x-www-form-urlencoded": components["schemas"]["CertificateDesignInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificateDesign"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    previewCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CertificatePreviewInput"];
                "application/x-www-form-urlencoded": components["schemas"]["CertificatePreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CertificatePreview"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getOrganizationDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationDomain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    setOrganizationDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OrganizationDomainInput"];
                "application/x-www-form-urlencoded": components["schemas"]["OrganizationDomainInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationDomain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    removeOrganizationDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    checkOrganizationDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationDomain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getIssuerDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerDomain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateIssuerDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssuerDomainInput"];
                "application/x-www-form-urlencoded": components["schemas"]["IssuerDomainInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerDomain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    checkIssuerDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerDomain"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listEmployeeExternalBadges: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description The employer's `external_id` of an employee, or the ID of the employment record. All employees if not given. */
                "filter[employee][id]"?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmployeeExternalBadge"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listEmployees: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `name_or_email`, `employee_state`, `badge_level`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `email`, `created_at`, `first_name`, `last_name`. */
                sort?: string;
                /** @description Part of the full name or the e-mail address. */
                "filter[name_or_email]"?: string;
                /** @description One or more of `created`, `accepted`, `rejected`, `pending`, comma-delimited. */
                "filter[employee_state]"?: string;
                /** @description Employees with a badge of this level that the organization can see. One or more of `Foundational`, `Intermediate`, `Advanced`. */
                "filter[badge_level]"?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Employee"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmployeeInput"];
                "application/x-www-form-urlencoded": components["schemas"]["EmployeeInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Employee"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getEmployee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                employee_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Employee"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateEmployee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                employee_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmployeeChange"];
                "application/x-www-form-urlencoded": components["schemas"]["EmployeeChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Employee"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteEmployee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                employee_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getEmployeeData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                employee_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmployeeData"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createEmployees: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmployeeBatchInput"];
                "application/x-www-form-urlencoded": components["schemas"]["EmployeeBatchInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmployeeBatch"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    sendInvitations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvitationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["InvitationInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listEndorsements: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `direction`, `state`, `badge_template_id`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endorsement"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    offerEndorsement: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EndorsementInput"];
                "application/x-www-form-urlencoded": components["schemas"]["EndorsementInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endorsement"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    acceptEndorsement: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                endorsement_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endorsement"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    declineEndorsement: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                endorsement_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endorsement"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    withdrawEndorsement: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                endorsement_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Endorsement"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description desc (default) or asc */
                order?: string;
                /** @description The ID of the event to continue after, best with order=asc. 410 when the event is no longer stored. */
                after?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listGrantors: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `name`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grantor"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listGrantorTemplates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `name`, `public`, `reporting_tags`, `recommendation_ids`, `skills`, `state`, `created_at_min`, `created_at_max`, `updated_at_min`, `updated_at_max`, `owner_id`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`, `updated_at`, `badges_count`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                grantor_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplateSummary"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    scanBadges: {
        parameters: {
            query?: {
                /** @description The cursor in `next_page_url`. */
                cursor?: string;
                /** @description `key::value`, combined with `|`. Keys: `query`, `state`, `user_id`, `issued_at_min`, `issued_at_max`, `issued_at_date_min`, `issued_at_date_max`, `issuer_id`, `issuer_earner_id`, `public`, `badge_templates[owner_id]`, `badge_templates[name]`, `badge_templates[reporting_tags]`, `badge_templates[skills]`, `created_at_min`, `created_at_max`, `expires_at_min`, `expires_at_date_min`, `expires_at_max`, `expires_at_date_max`, `state_updated_at_min`, `state_updated_at_max`, `updated_at_min`, `updated_at_max`, `badge_template_id`, `recipient_email`, `recipient_email_all`. */
                filter?: string;
                /** @description `default` or `minimal`. */
                badge_format?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (components["schemas"]["BulkBadge"] | components["schemas"]["MinimalBulkBadge"])[];
                        metadata: components["schemas"]["WalkMetadata"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IdentityProvider"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IdentityProviderInput"];
                "application/x-www-form-urlencoded": components["schemas"]["IdentityProviderInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IdentityProvider"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    removeIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listMemberInvitations: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `email`, `role`, `state`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `email`, `created_at`, `expires_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberInvitation"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MemberInvitationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["MemberInvitationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberInvitation"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberInvitation"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listIssuableTemplates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `name`, `public`, `reporting_tags`, `recommendation_ids`, `skills`, `state`, `created_at_min`, `created_at_max`, `updated_at_min`, `updated_at_max`, `owner_id`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`, `updated_at`, `badges_count`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuableBadgeTemplate"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listIssuers: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `name`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerAuthorization"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    authorizeIssuer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssuerAuthorizationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["IssuerAuthorizationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerAuthorization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerAuthorization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    changeIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssuerAuthorizationChange"];
                "application/x-www-form-urlencoded": components["schemas"]["IssuerAuthorizationChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssuerAuthorization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    withdrawIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listApps: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningApp"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LearningAppInput"];
                "application/x-www-form-urlencoded": components["schemas"]["LearningAppInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningApp"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningApp"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LearningAppChange"];
                "application/x-www-form-urlencoded": components["schemas"]["LearningAppChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningApp"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    checkLaunch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LaunchCheckInput"];
                "application/x-www-form-urlencoded": components["schemas"]["LaunchCheckInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LaunchCheck"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    rotateAppSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                learning_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningApp"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listAppTokens: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
                learning_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningAppToken"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    revokeAppToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_app_id: string;
                learning_token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listLearningIntegrations: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `app_id`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningIntegrationItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createLearningIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LearningIntegrationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["LearningIntegrationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningIntegrationItem"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getLearningIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningIntegrationItem"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateLearningIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LearningIntegrationChange"];
                "application/x-www-form-urlencoded": components["schemas"]["LearningIntegrationChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningIntegrationItem"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteLearningIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listIntegrationGradables: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `callback`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningGradableItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listIntegrationGrades: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `gradable_id`, `student_id`, `completed_at_min`, `completed_at_max`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `completed_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningGradeItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listIntegrationLogs: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `action`, `type`, `failed`, `created_at_min`, `created_at_max`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningLogItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    previewRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RulePreviewInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RulePreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RulePreview"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listRuleDocuments: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `name`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningRuleDocument"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getRuleDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningRuleDocument"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    saveRuleDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LearningRuleDocumentInput"];
                "application/x-www-form-urlencoded": components["schemas"]["LearningRuleDocumentInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningRuleDocument"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    evaluateBadge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                learning_integration_id: number;
                badge_template_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EvaluationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["EvaluationInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EvaluationResult"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listIntegrationStudents: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `extern_id`, `email`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `first`, `last`, `email`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                learning_integration_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LearningStudentItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getMailDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailDesign"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateMailDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailDesignInput"];
                "application/x-www-form-urlencoded": components["schemas"]["MailDesignInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailDesign"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    previewMailDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailPreviewInput"];
                "application/x-www-form-urlencoded": components["schemas"]["MailPreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailPreview"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    sendMailDesignTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailDesignTestInput"];
                "application/x-www-form-urlencoded": components["schemas"]["MailDesignTestInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailDesignTest"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `name_or_email`, `role`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `first_name`, `last_name`, `role`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MemberInput"];
                "application/x-www-form-urlencoded": components["schemas"]["MemberInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OAuthApplication"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OAuthApplicationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["OAuthApplicationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OAuthApplication"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                oauth_application_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OAuthApplication"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                oauth_application_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OAuthApplicationChange"];
                "application/x-www-form-urlencoded": components["schemas"]["OAuthApplicationChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OAuthApplication"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                oauth_application_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    rotateApplicationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                oauth_application_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OAuthApplication"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listRecommendations: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `title`, `type`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `title`, `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecommendationItem"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createRecommendation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecommendationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RecommendationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recommendation"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getRecommendation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                recommendation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recommendation"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteRecommendation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                recommendation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateRecommendation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                recommendation_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecommendationChange"];
                "application/x-www-form-urlencoded": components["schemas"]["RecommendationChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recommendation"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listRecommendationTemplates: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `query`, `name`, `public`, `reporting_tags`, `recommendation_ids`, `skills`, `state`, `created_at_min`, `created_at_max`, `updated_at_min`, `updated_at_max`, `owner_id`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `name`, `created_at`, `updated_at`, `badges_count`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
                recommendation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BadgeTemplateSummary"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getSecuritySettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SecuritySettings"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateSecuritySettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SecuritySettingsInput"];
                "application/x-www-form-urlencoded": components["schemas"]["SecuritySettingsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SecuritySettings"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listServiceMoves: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `state`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceMove"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    createServiceMove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ServiceMoveInput"];
                "application/x-www-form-urlencoded": components["schemas"]["ServiceMoveInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceMove"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getServiceMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                service_move_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceMove"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    deleteServiceMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                service_move_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. No content. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    startServiceMove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                service_move_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceMove"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    stopServiceMove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                service_move_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ServiceMoveStop"];
                "application/x-www-form-urlencoded": components["schemas"]["ServiceMoveStop"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceMove"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listSigningKeys: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SigningKey"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    retireSigningKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                signing_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SigningKey"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    rotateSigningKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SigningKeyRotationInput"];
                "application/x-www-form-urlencoded": components["schemas"]["SigningKeyRotationInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SigningKey"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listTemplateCertificateDesigns: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DesignedTemplate"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    moveTestClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestClockInput"];
                "application/x-www-form-urlencoded": components["schemas"]["TestClockInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestClock"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listTestMails: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `to`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `sent_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestMail"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                test_mail_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestMailDetail"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getTestOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestOrganization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    openTestOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestOrganization"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: components["parameters"]["page"];
                /** @description Items on a page. Default: 50. */
                per?: components["parameters"]["per"];
                /** @description `csv` returns all rows as a table, at most 10000. `page` and `per` are ignored. */
                format?: components["parameters"]["format"];
                /** @description With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields. */
                columns?: components["parameters"]["columns"];
                /** @description `key::value`, combined with `|`. Keys: `state`, `event_type`, `event_id`, `since`, `until`. */
                filter?: string;
                /** @description `key1|key2`, `-` before a key for descending. Keys: `created_at`. */
                sort?: string;
            };
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        metadata: components["schemas"]["ListMetadata"];
                    };
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
                webhook_delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryDetail"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
                webhook_delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NoInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    redeliverRange: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RedeliveryInput"];
                "application/x-www-form-urlencoded": components["schemas"]["RedeliveryInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Redelivery"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecret"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    revealWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NothingInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NothingInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecret"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotation"];
                "application/x-www-form-urlencoded": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSecret"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    getWebhookSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSettings"];
                        metadata: Record<string, never>;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    updateWebhookSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSettingsInput"];
                "application/x-www-form-urlencoded": components["schemas"]["WebhookSettingsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSettings"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request with the same key and body within 24 hours gets the first response again and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoInput"];
                "application/x-www-form-urlencoded": components["schemas"]["NoInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description URL of the created resource. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        metadata: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
        };
    };
}
