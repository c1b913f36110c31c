package io.reprise.other;

/** See the manifest. */
public class FamilyWork extends Work {}
